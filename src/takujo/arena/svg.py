"""Lets drawings through and nothing else: an allow-list for the SVG of skins."""

from __future__ import annotations

import re
from xml.etree import ElementTree
from xml.parsers import expat

ELEMENTS = frozenset([
    "svg", "g", "symbol", "use", "defs", "path", "rect", "circle", "ellipse", "line", "polyline",
    "polygon", "linearGradient", "radialGradient", "stop", "pattern", "clipPath",
])  # fmt: skip
ATTRIBUTES = frozenset([
    "id", "class", "data-place", "data-label", "data-at", "data-sign", "data-state", "data-route",
    "data-link", "data-ring", "viewBox", "preserveAspectRatio", "width", "height", "x", "y", "x1",
    "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "d", "points", "transform", "fx", "fy", "offset",
    "gradientUnits", "gradientTransform", "spreadMethod", "patternUnits", "patternContentUnits",
    "patternTransform", "clipPathUnits", "clip-path", "clip-rule", "fill", "fill-opacity",
    "fill-rule", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-opacity",
    "stroke-dasharray", "stroke-dashoffset", "stroke-miterlimit", "opacity", "color",
    "stop-color", "stop-opacity", "vector-effect", "paint-order", "overflow", "pathLength",
])  # fmt: skip
SPACE = "http://www.w3.org/2000/svg"
LINK = "{http://www.w3.org/1999/xlink}href"
_OUTSIDE = re.compile(r"url\(\s*['\"]?\s*(?!#)", re.IGNORECASE)


class NotADrawing(ValueError):
    """The file is no SVG; the message says what was expected."""


def sanitize(source: bytes) -> bytes:
    """The drawing with only what the lists allow; raises NotADrawing for what is no SVG."""
    root = _parse(source)
    if root.tag != f"{{{SPACE}}}svg":
        raise NotADrawing("expected an <svg> element of the SVG namespace at the top")
    _prune(root)
    ElementTree.register_namespace("", SPACE)
    return ElementTree.tostring(root)


def _parse(source: bytes) -> ElementTree.Element:
    builder = ElementTree.TreeBuilder()
    parser = expat.ParserCreate(namespace_separator="}")
    parser.buffer_text = True

    def name(text: str) -> str:
        return "{" + text if "}" in text else text

    def doctype(*_: object) -> None:
        # A document type may define entities that grow without end or read other files.
        raise NotADrawing("expected an SVG without a document type")

    parser.StartDoctypeDeclHandler = doctype
    parser.StartElementHandler = lambda tag, attributes: builder.start(
        name(tag), {name(key): value for key, value in attributes.items()}
    )
    parser.EndElementHandler = lambda tag: builder.end(name(tag))
    try:
        parser.Parse(source, True)
        return builder.close()
    except (expat.ExpatError, AssertionError) as fault:
        raise NotADrawing(f"expected well-formed XML: {fault}") from fault


def _prune(element: ElementTree.Element) -> None:
    link = element.attrib.get("href") or element.attrib.get(LINK)
    for key, value in list(element.attrib.items()):
        if key not in ATTRIBUTES or _OUTSIDE.search(value):
            del element.attrib[key]
    if link is not None and link.startswith("#"):
        element.set("href", link)
    element.text = element.tail = None
    for child in list(element):
        space, _, tag = child.tag.rpartition("}")
        if space == "{" + SPACE and tag in ELEMENTS:
            _prune(child)
        else:
            element.remove(child)
