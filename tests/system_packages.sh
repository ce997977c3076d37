#!/bin/sh
# What the tests need beyond Python: a Chromium and a Japanese font. Installed when we may, otherwise
# one line says what is skipped.
set -u
have_chromium() { command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null; }
have_font() { command -v fc-list >/dev/null && [ -n "$(fc-list :lang=ja 2>/dev/null | head -n 1)" ]; }
have_chromium && have_font && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing Chromium and a Japanese font from the system packages ..."
    export DEBIAN_FRONTEND=noninteractive
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-noto-cjk fontconfig; } >/dev/null 2>&1 || true
fi
have_chromium || echo "SKIPPED: the browser tests, since there is no Chromium (install the package 'chromium' to run them)"
have_font || echo "SKIPPED: a Japanese font; Japanese pages are tested without looking at their glyphs"
exit 0
