"""What ours is measured with: a bare view, a page of sixty rows, an insert a POST by Flask-SQLAlchemy's ORM.

Written as anybody writes them, on the same versions and the same settings of SQLite: a write begins with BEGIN
IMMEDIATE, and it is on the disk when it is answered.
"""

from __future__ import annotations

import datetime as dt
import os

from flask import Flask, render_template, request
from flask_sqlalchemy import SQLAlchemy
from jinja2 import DictLoader
from sqlalchemy import event
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

BASE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{% block title %}{% endblock %}</title></head>
<body><h1>{{ heading }}</h1>{% block page %}{% endblock %}</body></html>
"""
PAGE = """{% extends "base.html" %}
{% block title %}{{ heading }}{% endblock %}
{% block page %}<table>{% for row in rows %}
<tr class="{{ "odd" if loop.index is odd else "even" }}"><td>{{ row.number }}</td><td>{{ row.who }}</td>
<td>{{ row.bid }}</td><td>{{ "made" if row.made else "set" }}</td>
<td>{{ row.change }}</td><td><a href="/hands/{{ row.number }}">{{ row.score }}</a></td></tr>
{% endfor %}</table>{% endblock %}
"""
ROWS = [
    {"number": number, "who": "Ann & Cy", "bid": 5, "made": number % 3 > 0, "change": "+7", "score": 7 * number}
    for number in range(60)
]
PRAGMAS = (f"journal_mode = {os.environ['JOURNAL']}", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 5000")


class Base(DeclarativeBase):
    pass


db = SQLAlchemy(model_class=Base)


class Bill(db.Model):
    """One row, as many columns as a line has."""

    __tablename__ = "bills"

    id: Mapped[int] = mapped_column(primary_key=True)
    game: Mapped[int]
    kind: Mapped[str]
    who: Mapped[str]
    amount: Mapped[int]
    note: Mapped[str]
    at: Mapped[dt.datetime]


def create_app():
    """Return the three of them on one app; its database is the one of DATABASE_URL."""
    app = Flask(__name__)
    app.config["SQLALCHEMY_DATABASE_URI"] = os.environ["DATABASE_URL"]
    app.jinja_loader = DictLoader({"base.html": BASE, "page.html": PAGE})
    db.init_app(app)

    @app.get("/bare")
    def bare():
        return "ok"

    @app.get("/page")
    def page():
        return render_template("page.html", heading="Sixty rows", rows=ROWS)

    @app.post("/insert")
    def insert():
        form = request.form
        bill = Bill(
            game=int(form["game"]), kind="line", who=form["who"], amount=int(form["amount"]), note=form["note"],
            at=dt.datetime.now(dt.UTC),
        )  # fmt: skip
        db.session.add(bill)
        db.session.commit()
        return f"{bill.id} {bill.who}"

    with app.app_context():
        event.listen(db.engine, "connect", _set_up)
        event.listen(db.engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
        db.create_all()
        db.engine.dispose()
    return app


def _set_up(connection, _record):
    connection.isolation_level = None  # SQLAlchemy begins, not the driver
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
