"""ihatemoney 7.2.1 with a project of so many bills: for each line it reads it adds a bill and shows the list.

Runs in the peer's own virtual environment, started by peer.py; it answers with the seconds the two requests took.
Its form tokens are switched off, which only makes it quicker.
"""

import datetime as dt
import sys
import time
from decimal import Decimal

from ihatemoney import models
from ihatemoney.run import create_app
from ihatemoney.utils import generate_password_hash

NAME = "pitch"
PEOPLE = ("Ann", "Bob", "Cy", "Dee")


class Settings:
    SECRET_KEY = "x" * 64
    SQLALCHEMY_DATABASE_URI = f"sqlite:///{sys.argv[1]}/peer.db"
    SESSION_COOKIE_SECURE = False
    WTF_CSRF_ENABLED = False


def project_with(bills):
    project = models.Project(
        id=NAME, name=NAME, password=generate_password_hash(NAME), contact_email="a@example.org", default_currency="XXX"
    )
    models.db.session.add(project)
    people = [models.Person(project=project, name=name) for name in PEOPLE]
    models.db.session.add_all(people)
    models.db.session.commit()
    for number in range(bills):
        models.db.session.add(
            models.Bill(
                amount=Decimal(5), date=dt.date(2026, 11, 20), what=f"Hand {number}", payer_id=people[number % 4].id,
                owers=people, original_currency="XXX", bill_type="Expense", project_default_currency="XXX",
            )
        )  # fmt: skip
    models.db.session.commit()
    return [person.id for person in people]


def main():
    app = create_app(configuration=Settings, instance_path=sys.argv[1])
    with app.app_context():
        models.db.create_all()
        people = project_with(int(sys.argv[2]))
    phone = app.test_client()
    phone.post("/authenticate", data={"id": NAME, "password": NAME})
    form = {
        "date": "2026-11-20", "what": "Hand", "payer": str(people[0]), "amount": "5", "original_currency": "XXX",
        "payed_for": [str(person) for person in people], "bill_type": "Expense",
    }  # fmt: skip
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    for _ in sys.stdin:
        began = time.perf_counter()
        added, shown = phone.post(f"/{NAME}/add", data=form), phone.get(f"/{NAME}/")
        took = time.perf_counter() - began
        if (added.status_code, shown.status_code) != (302, 200):
            sys.exit(f"It answers {added.status_code} and {shown.status_code}.")
        sys.stdout.write(f"{took}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
