"""An owner who leaves a league, which has another, goes to a page that is still theirs."""

from __future__ import annotations

import re


def test_who_leaves_goes_to_the_first_page(phone, other_phone, code):
    phones = f"/t/{code}/phones"
    number = re.findall(rf'action="{phones}/(\d+)/role"', phone.get(phones).text)
    entries = phone.get(phones).text.split('id="phone-')[1:]
    (own,) = (entry.partition('"')[0] for entry in entries if "<em>this one" in entry)
    (other,) = set(number) - {own}
    assert phone.send(phones, f"{phones}/{other}/role", {"role": "owner"}).status_code == 303
    answer = other_phone.send(phones, f"{phones}/{other}/out", {})
    assert (answer.status_code, answer.location) == (303, "/")
    assert other_phone.get(answer.location).status_code == 200
    assert other_phone.get(phones).status_code == 404
    assert phone.get(phones).status_code == 200, "who stays sees no change"
