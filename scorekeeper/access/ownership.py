"""Who owns a league: a passphrase that makes any phone the owner's, and printed codes that do it once each.

The passphrase is stored as an argon2 hash, a code as its SHA-256.  Every attempt takes the same hashing, whether or not
the league, passphrase or code exists.  A league made on the command line belongs to no phone yet: a printed code makes
the first one its owner.
"""

import datetime as dt
import hmac
import re
import secrets
from dataclasses import replace
from functools import cache
from threading import Semaphore

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.access.codes import (
    NewDevice,
    format_recovery_code,
    hash_secret,
    league_by_link,
    new_device,
    normalize_code,
    recovery_code,
    recovery_league,
)
from scorekeeper.access.phones import current_game_code
from scorekeeper.access.rate_limits import count_failure, remove_failure
from scorekeeper.access.roles import Role
from scorekeeper.core.text import refuse_unwritable
from scorekeeper.core.transaction import Submission, UnknownCode, Write, writing
from scorekeeper.models import Member, OwnerPassphrase, RecoveryCode
from scorekeeper.rules.errors import unreadable

RECOVERY_CODES = 10
MIN_LENGTH, MIN_WORDS, MAX_LENGTH = 12, 3, 200
WEAK = "That is easy to guess. Use three unrelated words, or at least twelve characters."
HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
"""As OWASP advises for a server: 19 MB and two rounds, so that many attempts at once do not use up its memory."""
_few_at_once = Semaphore(2)
"""What a process hashes at the same time: sixty threads would take a gigabyte, and keep it."""


def ownership_status(session: Session, league_id: int) -> tuple[dt.datetime | None, int]:
    """Return when the passphrase was set, and how many recovery codes are left: the ways an owner can prove it."""
    set_at = session.scalar(select(OwnerPassphrase.set_at).where(OwnerPassphrase.league_id == league_id))
    left = session.scalar(
        select(func.count())
        .select_from(RecoveryCode)
        .where(RecoveryCode.league_id == league_id, RecoveryCode.used_at.is_(None))
    )
    return set_at, left or 0


def set_passphrase(form: Submission, passphrase: str, *, seed: bytes) -> list[str]:
    """Set the league's passphrase and return its new recovery codes, which are stored as hashes; old ones are void.

    `seed` identifies the form: sent twice it returns the same codes.  Raises UnreadableSheet (field "passphrase") for a
    weak one.
    """
    phrase, league_id = _checked(passphrase), form.league_id
    with _few_at_once:
        stored_hash = HASHER.hash(phrase)
    seeds = [hmac.digest(seed, f"{number} {phrase}".encode(), "sha256") for number in range(RECOVERY_CODES)]
    codes = [recovery_code(league_id, one) for one in seeds]
    with writing(form) as write:
        connection = write.connection
        if not write.answered("passphrase", hash_secret(codes[0])):  # which nobody can guess, as they could the phrase
            connection.execute(delete(OwnerPassphrase).where(OwnerPassphrase.league_id == league_id))
            phrase_row = {"league_id": league_id, "passphrase_hash": stored_hash, "set_at": write.now}
            connection.execute(insert(OwnerPassphrase), phrase_row)
            connection.execute(delete(RecoveryCode).where(RecoveryCode.league_id == league_id))
            rows = [{"league_id": league_id, "code_hash": hash_secret(code), "made_at": write.now} for code in codes]
            connection.execute(insert(RecoveryCode), rows)
    return codes


def _checked(passphrase: str) -> str:
    refuse_unwritable(passphrase, "passphrase")
    phrase = _normalized(passphrase)
    words = re.findall(r"\w{2,}", phrase)
    if len(phrase) > MAX_LENGTH:
        raise unreadable("passphrase", f"A passphrase has at most {MAX_LENGTH} characters.")
    if len(set(phrase)) < MIN_WORDS + 1 or (len(phrase) < MIN_LENGTH and len(words) < MIN_WORDS):
        raise unreadable("passphrase", WEAK)
    return phrase


def _normalized(passphrase: str) -> str:
    """Return the passphrase in lower case and with single spaces: people forget capitals and spaces most easily."""
    return " ".join(passphrase.split()).casefold()


# ---------------------------------------------------------------- proving it


def claim_ownership(form: Submission, secret: str, *, table: str = "", address: str) -> str | None:
    """Make a phone an owner's, with the passphrase or with a recovery code, which is used up by it.

    `table` is the join code as typed, for the passphrase: a recovery code names its league itself.  Return the game to
    show, None in a league without one.  Raises UnknownCode for a wrong secret, and counts it; TooManyFailures for a
    network address that failed too often.
    """
    attempt = count_failure(form.session, form.clock, address)  # before it is checked
    league_id, recovery = _proven(form.session.connection(), secret, table)
    if league_id is None:
        raise UnknownCode
    with writing(replace(form, league_id=league_id)) as write:
        remove_failure(write.connection, attempt)
        if not write.answered("claim"):
            if recovery is not None:
                _use_recovery_code(write, recovery)
            _make_owner(write)
        return current_game_code(write.connection, league_id)


def _proven(connection: Connection, secret: str, table: str) -> tuple[int | None, str | None]:
    """Return the league that the secret proves, None for none, and the hash of a recovery code, None for a passphrase.

    It is looked up both ways, and hashed in any case.
    """
    code = normalize_code(secret)
    named, typed = recovery_league(code), league_by_link(connection, normalize_code(table))
    known = connection.scalar(
        select(RecoveryCode.code_hash).where(
            RecoveryCode.league_id == (named or 0), RecoveryCode.code_hash == hash_secret(code)
        )
    )
    stored_hash = connection.scalar(
        select(OwnerPassphrase.passphrase_hash).where(OwnerPassphrase.league_id == (typed or 0))
    )
    is_phrase = _verify(stored_hash or _dummy_hash(), _normalized(secret)[:MAX_LENGTH])
    if known is not None and named is not None:
        return named, known
    return (typed if is_phrase and stored_hash is not None else None), None


def _verify(stored_hash: str, phrase: str) -> bool:
    try:
        with _few_at_once:
            return HASHER.verify(stored_hash, phrase.encode("utf-8", "surrogatepass"))
    except VerificationError:
        return False


@cache
def _dummy_hash() -> str:
    """Return a hash that nothing matches, to spend the same time without a passphrase."""
    return HASHER.hash("\0 nobody's")


def _use_recovery_code(write: Write, recovery: str) -> None:
    """Mark a recovery code as used.  Raises UnknownCode for one that was."""
    its = (RecoveryCode.league_id == write.league_id, RecoveryCode.code_hash == recovery)
    unused = update(RecoveryCode).where(*its, RecoveryCode.used_at.is_(None))
    if write.connection.execute(unused.values(used_at=write.now)).rowcount == 0:
        raise UnknownCode


def _make_owner(write: Write) -> None:
    member = write.session.get(Member, (write.league_id, write.device.id), populate_existing=True)
    if member is None:
        owner = Member(league_id=write.league_id, device_id=write.device.id, role=Role.OWNER.word, since=write.now)
        write.session.add(owner)
    elif member.role != Role.OWNER.word or member.revoked_at is not None:
        member.role, member.since = Role.OWNER.word, write.now
        member.admitted_by = member.asked_at = member.revoked_at = None


COMMAND_LINE_NAME = "The computer that runs Scorekeeper"
SEED_BYTES = 32


def command_line_device() -> NewDevice:
    """Return a placeholder device that owns a league until a phone does; nobody learns its secret."""
    return new_device(COMMAND_LINE_NAME)


def new_owner_code(connection: Connection, league_id: int, now: dt.datetime) -> str:
    """Return a new code that makes one phone the owner, formatted; inside a `writing` transaction."""
    code = recovery_code(league_id, secrets.token_bytes(SEED_BYTES))
    connection.execute(insert(RecoveryCode), {"league_id": league_id, "code_hash": hash_secret(code), "made_at": now})
    return format_recovery_code(code)
