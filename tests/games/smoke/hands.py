"""A hand of Smoke as a form says it."""

from __future__ import annotations

PEOPLE = ("Jim", "Bud", "Whiz", "Tom", "Puresome")
SAT = "sat"


def played(said, **more):
    """Return the fields of a hand: "3 2 0 sat sat", a word a player in seat order, "-" for nothing tapped."""
    plays = {f"play-{seat}": None if word == "-" else word for seat, word in enumerate(said.split(), start=1)}
    return {"what": "hand"} | plays | {name.replace("pickup_", "pickup-"): value for name, value in more.items()}


def hand(phone, code, said, headers=None, **more):
    return phone.send(f"/t/{code}", f"/t/{code}/hands", played(said, **more), headers)


def correct(phone, code, seq, said, **more):
    path = f"/t/{code}/lines/{seq}"
    return phone.send(path, path, played(said, **more))


def lines(phone, code):
    return phone.get(f"/t/{code}/sheet.json").json["lines"]
