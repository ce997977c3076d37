"""A round of our own, written in the format of the logs."""

from __future__ import annotations

SUITS = {"S": "R", "P": "G", "J": "B", "T": "S"}
RANK = {11: "B", 12: "D", 13: "K", 14: "A"}


def cards(suit: str, *ranks: int) -> str:
    return " ".join(f"{suit}{RANK.get(r, r)}" for r in ranks)


# A round of our own in the format of the logs: everybody holds one suit and a special card.
HANDS = {
    0: f"Ma {cards('R', *range(14, 1, -1))}",
    1: f"Dr {cards('G', *range(14, 1, -1))}",
    2: f"Ph {cards('B', *range(14, 1, -1))}",
    3: f"Hu {cards('S', *range(14, 1, -1))}",
}
EIGHT = {p: " ".join(words.split()[:8]) for p, words in HANDS.items()}
GIFTS = {0: "R2 R3 R4", 1: "G2 G3 G4", 2: "B2 B3 B4", 3: "S2 S3 S4"}
HEAD = "---------------{}------------------"


def log(plays: str, result: str, *, calls: str = "", gifts: dict[int, str] = GIFTS) -> str:
    """A log of one round; `plays` are its lines after the exchange."""
    lines = [HEAD.format("Gr.Tichukarten")]
    lines += [f"({p})P{p} {EIGHT[p]} " for p in range(4)]
    lines.append(HEAD.format("Startkarten"))
    lines += [f"({p})P{p} {HANDS[p]} " for p in range(4)]
    lines += [c.strip() for c in calls.splitlines() if c.strip()]
    lines.append("Schupfen:")
    for p in range(4):
        given = " - ".join(f"P{(p + i) % 4}: {c}" for i, c in enumerate(gifts[p].split(), start=1))
        lines.append(f"({p})P{p} gibt: {given} - ")
    lines.append(HEAD.format("Rundenverlauf"))
    lines += [x.strip() for x in plays.splitlines() if x.strip()]
    lines.append(f"Ergebnis: {result}")
    return "\n".join(lines) + "\n"


# After the exchange everybody holds the ranks 5 to ace of a suit, the special card, and
# 0: G4 B3 S2, 1: R2 B4 S3, 2: R3 G2 S4, 3: R4 G3 B2.
WHOLE = """
    (0)P0: Ma
    Wunsch:2
    (1)P1: R2
    Tichu: (2)P2
    Tichu: (2)P2
    (2)P2: R3
    (3)P3: R4
    (0)P0 passt.
    (1)P1 passt.
    (2)P2 passt.
    (3)P3 passt.
    (3)P3: SA SK SD SB S10 S9 S8 S7 S6 S5
    (0)P0 passt.
    (1)P1 passt.
    (2)P2 passt.
    (3)P3 passt.
    (3)P3: Hu
    (1)P1: Dr
    (2)P2 passt.
    (3)P3 passt.
    (0)P0 passt.
    (1)P1 passt.
    Drache an: (2)P2
    (1)P1: GA GK GD GB G10 G9 G8 G7 G6 G5
    (2)P2 passt.
    (3)P3 passt.
    (0)P0 passt.
    (1)P1 passt.
    (1)P1: S3
    (2)P2: S4
    (3)P3 passt.
    (0)P0 passt.
    (1)P1 passt.
    (2)P2 passt.
    (2)P2: BA BK BD BB B10 B9 B8 B7 B6 B5
    (3)P3 passt.
    (0)P0 passt.
    (1)P1 passt.
    (2)P2 passt.
    (2)P2: G2
    (3)P3: G3
    (0)P0: G4
    (1)P1 passt.
    (2)P2: Ph
    (3)P3 passt.
    (0)P0 passt.
    (1)P1 passt.
    (3)P3: B2
    (0)P0: B3
    (1)P1: B4
"""
