"""The forms of the page, and what stands in the log after them."""

import re


def exit_forms(phone, code):
    """Return each form of the page by what it changes."""
    return {form["fields"].get("what"): form["fields"] for form in phone.page(f"/t/{code}/exits").forms}


def leave_by(phone, code, form, /, **fields):
    return phone.client.post(f"/t/{code}/exits", data=exit_forms(phone, code)[form] | fields)


def log(phone, code):
    return phone.page(f"/t/{code}/log").text


def deals(phone, code):
    return re.search(r"(\w+) deals", phone.page(f"/t/{code}").text)[1]


def undo(phone, code):
    return phone.send(f"/t/{code}", f"/t/{code}/undo", {})
