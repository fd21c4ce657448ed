"""The first tables, and the guards of what is only ever added to.

In SQL, as a migration must go on meaning what it meant when the models move on.  Until the first release a new column
comes in here, after it in a migration of its own.
"""

from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

TYPES = {
    "sqlite": {
        "MOMENT": "TEXT", "CTEXT": "TEXT", "BIG": "INTEGER", "BYTES": "BLOB", "SERIAL": "INTEGER",
        "COUNTS": "TEXT",
    },
    "postgresql": {
        "MOMENT": "TIMESTAMP WITH TIME ZONE", "CTEXT": 'TEXT COLLATE "C"', "BIG": "BIGINT", "BYTES": "BYTEA",
        "COUNTS": "JSONB", " STRICT": "",
    },
}  # fmt: skip
"""What the databases call what the tables below are made of; the rest they call alike."""
TABLES = """
CREATE TABLE deleted_addresses (hash CTEXT NOT NULL, deleted_at MOMENT NOT NULL,
    CONSTRAINT pk_deleted_addresses PRIMARY KEY (hash)) STRICT;
CREATE TABLE devices (id SERIAL NOT NULL, token_hash TEXT NOT NULL, name TEXT NOT NULL, created_at MOMENT NOT NULL,
    CONSTRAINT pk_devices PRIMARY KEY (id),
    CONSTRAINT uq_devices_token_hash UNIQUE (token_hash)) STRICT;
CREATE TABLE failures (id SERIAL NOT NULL, address TEXT NOT NULL, failed_at MOMENT NOT NULL,
    CONSTRAINT pk_failures PRIMARY KEY (id)) STRICT;
CREATE INDEX ix_failures_address_failed_at ON failures (address, failed_at);
CREATE TABLE leagues (id SERIAL NOT NULL, name TEXT NOT NULL, created_at MOMENT NOT NULL, currency TEXT,
    stake_limit INTEGER, code TEXT NOT NULL, CONSTRAINT pk_leagues PRIMARY KEY (id),
    CONSTRAINT uq_leagues_code UNIQUE (code)) STRICT;
CREATE TABLE answers (league_id INTEGER NOT NULL, op_id TEXT NOT NULL, digest TEXT NOT NULL, answer TEXT NOT NULL,
    answered_at MOMENT NOT NULL, CONSTRAINT pk_answers PRIMARY KEY (league_id, op_id),
    CONSTRAINT fk_answers_league_id_leagues FOREIGN KEY (league_id) REFERENCES leagues (id)) STRICT;
CREATE TABLE claims (league_id INTEGER NOT NULL, passphrase_hash TEXT NOT NULL, set_at MOMENT NOT NULL,
    CONSTRAINT pk_claims PRIMARY KEY (league_id),
    CONSTRAINT fk_claims_league_id_leagues FOREIGN KEY (league_id) REFERENCES leagues (id)) STRICT;
CREATE TABLE house_rules (league_id INTEGER NOT NULL, id INTEGER NOT NULL, name TEXT NOT NULL, archived_at MOMENT,
    CONSTRAINT pk_house_rules PRIMARY KEY (league_id, id),
    CONSTRAINT fk_house_rules_league_id_leagues FOREIGN KEY (league_id) REFERENCES leagues (id)) STRICT;
CREATE TABLE league_deletions (league_id INTEGER NOT NULL, CONSTRAINT pk_league_deletions PRIMARY KEY (league_id),
    CONSTRAINT fk_league_deletions_league_id_leagues FOREIGN KEY (league_id) REFERENCES leagues (id)) STRICT;
CREATE TABLE nights (league_id INTEGER NOT NULL, id INTEGER NOT NULL, day CTEXT NOT NULL, opened_at MOMENT NOT NULL,
    closed_at MOMENT, CONSTRAINT pk_nights PRIMARY KEY (league_id, id),
    CONSTRAINT uq_nights_league_id_day UNIQUE (league_id, day),
    CONSTRAINT fk_nights_league_id_leagues FOREIGN KEY (league_id) REFERENCES leagues (id)) STRICT;
CREATE TABLE planned_nights (league_id INTEGER NOT NULL, id INTEGER NOT NULL, starts_at MOMENT NOT NULL,
    zone TEXT NOT NULL, place TEXT NOT NULL, weekly INTEGER NOT NULL, called_off TEXT NOT NULL,
    sequence INTEGER NOT NULL, changed_at MOMENT NOT NULL, CONSTRAINT pk_planned_nights PRIMARY KEY (league_id, id),
    CONSTRAINT ck_planned_nights_weekly CHECK (weekly IN (0, 1)),
    CONSTRAINT fk_planned_nights_league_id_leagues FOREIGN KEY (league_id) REFERENCES leagues (id)) STRICT;
CREATE TABLE people (league_id INTEGER NOT NULL, id INTEGER NOT NULL, name TEXT NOT NULL, name_key CTEXT NOT NULL,
    archived_at MOMENT, guest INTEGER NOT NULL, merged_into INTEGER, erased_at MOMENT,
    CONSTRAINT pk_people PRIMARY KEY (league_id, id),
    CONSTRAINT ck_people_guest CHECK (guest IN (0, 1)),
    CONSTRAINT fk_people_league_id_merged_into_people FOREIGN KEY (league_id, merged_into)
      REFERENCES people (league_id, id),
    CONSTRAINT fk_people_league_id_leagues FOREIGN KEY (league_id) REFERENCES leagues (id)) STRICT;
CREATE INDEX ix_people_league_id_name_key ON people (league_id, name_key);
CREATE TABLE pots (league_id INTEGER NOT NULL, id INTEGER NOT NULL, name TEXT NOT NULL, cents BIG NOT NULL,
    per TEXT NOT NULL, won_by TEXT NOT NULL, number INTEGER NOT NULL, nobody TEXT NOT NULL, closed_at MOMENT,
    CONSTRAINT pk_pots PRIMARY KEY (league_id, id),
    CONSTRAINT ck_pots_per CHECK (per IN ('night', 'game')),
    CONSTRAINT ck_pots_won_by CHECK (won_by IN ('moon', 'skunk', 'high_game', 'attendance')),
    CONSTRAINT ck_pots_nobody CHECK (nobody IN ('carried', 'split', 'back')),
    CONSTRAINT fk_pots_league_id_leagues FOREIGN KEY (league_id) REFERENCES leagues (id)) STRICT;
CREATE TABLE recovery_codes (league_id INTEGER NOT NULL, code_hash TEXT NOT NULL, made_at MOMENT NOT NULL,
    used_at MOMENT, CONSTRAINT pk_recovery_codes PRIMARY KEY (league_id, code_hash),
    CONSTRAINT fk_recovery_codes_league_id_leagues FOREIGN KEY (league_id) REFERENCES leagues (id)) STRICT;
CREATE TABLE rulebooks (league_id INTEGER NOT NULL, id INTEGER NOT NULL, digest TEXT NOT NULL, variant TEXT NOT NULL,
    CONSTRAINT pk_rulebooks PRIMARY KEY (league_id, id),
    CONSTRAINT uq_rulebooks_league_id_digest UNIQUE (league_id, digest),
    CONSTRAINT fk_rulebooks_league_id_leagues FOREIGN KEY (league_id) REFERENCES leagues (id)) STRICT;
CREATE TABLE seasons (league_id INTEGER NOT NULL, id INTEGER NOT NULL, name TEXT NOT NULL, starts_on TEXT NOT NULL,
    ends_on TEXT, rule TEXT NOT NULL, archived_at MOMENT, CONSTRAINT pk_seasons PRIMARY KEY (league_id, id),
    CONSTRAINT ck_seasons_counted CHECK (id >= 1),
    CONSTRAINT ck_seasons_forwards CHECK (starts_on <= ends_on),
    CONSTRAINT fk_seasons_league_id_leagues FOREIGN KEY (league_id) REFERENCES leagues (id)) STRICT;
CREATE TABLE tournaments (league_id INTEGER NOT NULL, id INTEGER NOT NULL, code TEXT NOT NULL, board_code TEXT,
    name TEXT NOT NULL, day TEXT NOT NULL, status TEXT NOT NULL, seq INTEGER NOT NULL, hash BYTES NOT NULL,
    founded_at MOMENT NOT NULL,
    CONSTRAINT pk_tournaments PRIMARY KEY (league_id, id),
    CONSTRAINT uq_tournaments_code UNIQUE (code),
    CONSTRAINT uq_tournaments_board_code UNIQUE (board_code),
    CONSTRAINT fk_tournaments_league_id_leagues FOREIGN KEY (league_id) REFERENCES leagues (id)) STRICT;
CREATE TABLE changes (league_id INTEGER NOT NULL, id INTEGER NOT NULL, what TEXT NOT NULL,
    facts TEXT NOT NULL, device_id INTEGER NOT NULL, actor_id INTEGER, made_at MOMENT NOT NULL,
    CONSTRAINT pk_changes PRIMARY KEY (league_id, id),
    CONSTRAINT ck_changes_counted CHECK (id >= 1),
    CONSTRAINT fk_changes_league_id_actor_id_people FOREIGN KEY (league_id, actor_id) REFERENCES people (league_id, id),
    CONSTRAINT fk_changes_league_id_leagues FOREIGN KEY (league_id) REFERENCES leagues (id),
    CONSTRAINT fk_changes_device_id_devices FOREIGN KEY (device_id) REFERENCES devices (id)) STRICT;
CREATE TABLE games (league_id INTEGER NOT NULL, id INTEGER NOT NULL, code TEXT NOT NULL, title TEXT, played_on TEXT,
    rulebook_id INTEGER NOT NULL, head TEXT NOT NULL, seq INTEGER NOT NULL, hash BYTES NOT NULL, state TEXT NOT NULL,
    status TEXT NOT NULL, started_at MOMENT NOT NULL, touched_at MOMENT NOT NULL, finished_at MOMENT,
    rematch_of INTEGER, device_id INTEGER NOT NULL, night_id INTEGER NOT NULL, title_key CTEXT,
    CONSTRAINT pk_games PRIMARY KEY (league_id, id),
    CONSTRAINT uq_games_league_id_rematch_of UNIQUE (league_id, rematch_of),
    CONSTRAINT uq_games_code UNIQUE (code),
    CONSTRAINT ck_games_backwards CHECK (rematch_of < id),
    CONSTRAINT fk_games_league_id_rulebook_id_rulebooks FOREIGN KEY (league_id, rulebook_id)
      REFERENCES rulebooks (league_id, id),
    CONSTRAINT fk_games_league_id_rematch_of_games FOREIGN KEY (league_id, rematch_of) REFERENCES games (league_id, id),
    CONSTRAINT fk_games_league_id_night_id_nights FOREIGN KEY (league_id, night_id) REFERENCES nights (league_id, id),
    CONSTRAINT fk_games_league_id_leagues FOREIGN KEY (league_id) REFERENCES leagues (id),
    CONSTRAINT fk_games_device_id_devices FOREIGN KEY (device_id) REFERENCES devices (id)) STRICT;
CREATE INDEX ix_games_league_id_night_id ON games (league_id, night_id);
CREATE INDEX ix_games_league_id_title_key_id ON games (league_id, title_key, id);
CREATE TABLE house_versions (league_id INTEGER NOT NULL, house_id INTEGER NOT NULL, number INTEGER NOT NULL,
    rulebook_id INTEGER NOT NULL, settings TEXT NOT NULL, device_id INTEGER NOT NULL,
    saved_at MOMENT NOT NULL, CONSTRAINT pk_house_versions PRIMARY KEY (league_id, house_id, number),
    CONSTRAINT ck_house_versions_counted CHECK (number >= 1),
    CONSTRAINT fk_house_versions_league_id_house_id_house_rules FOREIGN KEY (league_id, house_id)
      REFERENCES house_rules (league_id, id),
    CONSTRAINT fk_house_versions_league_id_rulebook_id_rulebooks FOREIGN KEY (league_id, rulebook_id)
      REFERENCES rulebooks (league_id, id),
    CONSTRAINT fk_house_versions_device_id_devices FOREIGN KEY (device_id) REFERENCES devices (id)) STRICT;
CREATE TABLE members (league_id INTEGER NOT NULL, device_id INTEGER NOT NULL, role TEXT NOT NULL, since MOMENT NOT NULL,
    person_id INTEGER, asked_at MOMENT, admitted_by INTEGER, revoked_at MOMENT,
    CONSTRAINT pk_members PRIMARY KEY (league_id, device_id),
    CONSTRAINT fk_members_league_id_person_id_people FOREIGN KEY (league_id, person_id)
      REFERENCES people (league_id, id),
    CONSTRAINT fk_members_league_id_leagues FOREIGN KEY (league_id) REFERENCES leagues (id),
    CONSTRAINT fk_members_device_id_devices FOREIGN KEY (device_id) REFERENCES devices (id),
    CONSTRAINT fk_members_admitted_by_devices FOREIGN KEY (admitted_by) REFERENCES devices (id)) STRICT;
CREATE INDEX ix_members_device_id ON members (device_id);
CREATE TABLE tournament_lines (league_id INTEGER NOT NULL, tournament_id INTEGER NOT NULL, seq INTEGER NOT NULL,
    kind TEXT NOT NULL, target INTEGER, facts TEXT NOT NULL, actor_id INTEGER,
    device_id INTEGER NOT NULL, recorded_at MOMENT NOT NULL, previous_hash BYTES NOT NULL, hash BYTES NOT NULL,
    CONSTRAINT pk_tournament_lines PRIMARY KEY (league_id, tournament_id, seq),
    CONSTRAINT ck_tournament_lines_counted CHECK (seq >= 1),
    CONSTRAINT ck_tournament_lines_backwards CHECK (target IS NULL OR target < seq),
    CONSTRAINT ck_tournament_lines_target CHECK ((kind = 'undo') = (target IS NOT NULL)),
    CONSTRAINT fk_tournament_lines_league_id_tournament_id_tournaments FOREIGN KEY (league_id, tournament_id)
      REFERENCES tournaments (league_id, id),
    CONSTRAINT fk_tournament_lines_league_id_actor_id_people FOREIGN KEY (league_id, actor_id)
      REFERENCES people (league_id, id),
    CONSTRAINT fk_tournament_lines_device_id_devices FOREIGN KEY (device_id) REFERENCES devices (id)) STRICT;
CREATE TABLE entries (league_id INTEGER NOT NULL, id INTEGER NOT NULL, kind TEXT NOT NULL, game_id INTEGER, seq INTEGER,
    night_id INTEGER, reverses INTEGER, pot_id INTEGER, pot_cents BIG, currency TEXT NOT NULL,
    device_id INTEGER NOT NULL, actor_id INTEGER, note TEXT, posted_at MOMENT NOT NULL,
    CONSTRAINT pk_entries PRIMARY KEY (league_id, id),
    CONSTRAINT uq_entries_league_id_reverses UNIQUE (league_id, reverses),
    CONSTRAINT ck_entries_counted CHECK (id >= 1),
    CONSTRAINT ck_entries_kind CHECK (kind IN ('stakes', 'reversal', 'payment', 'prizes', 'pot')),
    CONSTRAINT ck_entries_reverses CHECK ((kind = 'reversal') = (reverses IS NOT NULL)),
    CONSTRAINT ck_entries_pot CHECK (kind = 'reversal' OR (kind = 'pot') = (pot_id IS NOT NULL)),
    CONSTRAINT ck_entries_pot_cents CHECK (pot_cents IS NULL OR kind IN ('pot', 'payment', 'reversal')),
    CONSTRAINT fk_entries_league_id_pot_id_pots FOREIGN KEY (league_id, pot_id) REFERENCES pots (league_id, id),
    CONSTRAINT fk_entries_league_id_game_id_games FOREIGN KEY (league_id, game_id) REFERENCES games (league_id, id),
    CONSTRAINT fk_entries_league_id_night_id_nights FOREIGN KEY (league_id, night_id) REFERENCES nights (league_id, id),
    CONSTRAINT fk_entries_league_id_reverses_entries FOREIGN KEY (league_id, reverses)
      REFERENCES entries (league_id, id),
    CONSTRAINT fk_entries_league_id_actor_id_people FOREIGN KEY (league_id, actor_id) REFERENCES people (league_id, id),
    CONSTRAINT fk_entries_league_id_leagues FOREIGN KEY (league_id) REFERENCES leagues (id),
    CONSTRAINT fk_entries_device_id_devices FOREIGN KEY (device_id) REFERENCES devices (id)) STRICT;
CREATE INDEX ix_entries_league_id_game_id ON entries (league_id, game_id);
CREATE INDEX ix_entries_league_id_night_id ON entries (league_id, night_id);
CREATE INDEX ix_entries_league_id_pot_id ON entries (league_id, pot_id);
CREATE TABLE former_names (league_id INTEGER NOT NULL, person_id INTEGER NOT NULL, change_id INTEGER NOT NULL,
    name TEXT NOT NULL, CONSTRAINT pk_former_names PRIMARY KEY (league_id, person_id, change_id),
    CONSTRAINT fk_former_names_league_id_person_id_people FOREIGN KEY (league_id, person_id)
      REFERENCES people (league_id, id),
    CONSTRAINT fk_former_names_league_id_change_id_changes FOREIGN KEY (league_id, change_id)
      REFERENCES changes (league_id, id)) STRICT;
CREATE TABLE game_houses (league_id INTEGER NOT NULL, game_id INTEGER NOT NULL, house_id INTEGER NOT NULL,
    number INTEGER NOT NULL, CONSTRAINT pk_game_houses PRIMARY KEY (league_id, game_id),
    CONSTRAINT fk_game_houses_league_id_game_id_games FOREIGN KEY (league_id, game_id) REFERENCES games (league_id, id),
    CONSTRAINT fk_game_houses_league_id_house_id_number_house_versions FOREIGN KEY (league_id, house_id, number)
      REFERENCES house_versions (league_id, house_id, number)) STRICT;
CREATE TABLE lines (league_id INTEGER NOT NULL, game_id INTEGER NOT NULL, seq INTEGER NOT NULL,
    kind TEXT NOT NULL, target INTEGER, facts TEXT NOT NULL, actor_id INTEGER, device_id INTEGER NOT NULL,
    recorded_at MOMENT NOT NULL, previous_hash BYTES NOT NULL, hash BYTES NOT NULL,
    CONSTRAINT pk_lines PRIMARY KEY (league_id, game_id, seq),
    CONSTRAINT ck_lines_counted CHECK (seq >= 1),
    CONSTRAINT ck_lines_backwards CHECK (target IS NULL OR target < seq),
    CONSTRAINT fk_lines_league_id_game_id_games FOREIGN KEY (league_id, game_id) REFERENCES games (league_id, id),
    CONSTRAINT fk_lines_league_id_actor_id_people FOREIGN KEY (league_id, actor_id) REFERENCES people (league_id, id),
    CONSTRAINT fk_lines_device_id_devices FOREIGN KEY (device_id) REFERENCES devices (id)) STRICT;
CREATE INDEX ix_lines_league_id_device_id_recorded_at ON lines (league_id, device_id, recorded_at);
CREATE TABLE links (league_id INTEGER NOT NULL, id INTEGER NOT NULL, kind TEXT NOT NULL, game_id INTEGER,
    code TEXT NOT NULL, device_id INTEGER NOT NULL, made_at MOMENT NOT NULL, revoked_at MOMENT,
    CONSTRAINT pk_links PRIMARY KEY (league_id, id),
    CONSTRAINT uq_links_code UNIQUE (code),
    CONSTRAINT ck_links_kind CHECK (kind IN ('join', 'read', 'events', 'door')),
    CONSTRAINT ck_links_game CHECK ((kind = 'read') = (game_id IS NOT NULL)),
    CONSTRAINT fk_links_league_id_game_id_games FOREIGN KEY (league_id, game_id) REFERENCES games (league_id, id),
    CONSTRAINT fk_links_league_id_leagues FOREIGN KEY (league_id) REFERENCES leagues (id),
    CONSTRAINT fk_links_device_id_devices FOREIGN KEY (device_id) REFERENCES devices (id)) STRICT;
CREATE TABLE results (league_id INTEGER NOT NULL, game_id INTEGER NOT NULL, day TEXT NOT NULL,
    season_id INTEGER NOT NULL, variant TEXT NOT NULL,
    CONSTRAINT pk_results PRIMARY KEY (league_id, game_id),
    CONSTRAINT fk_results_league_id_game_id_games FOREIGN KEY (league_id, game_id) REFERENCES games (league_id, id))
      STRICT;
CREATE INDEX ix_results_league_id_day_game_id ON results (league_id, day, game_id);
CREATE INDEX ix_results_league_id_season_id_day_game_id ON results (league_id, season_id, day, game_id);
CREATE INDEX ix_results_league_id_variant_day_game_id ON results (league_id, variant, day, game_id);
CREATE TABLE plays (league_id INTEGER NOT NULL, game_id INTEGER NOT NULL, person_id INTEGER NOT NULL, day TEXT NOT NULL,
    season_id INTEGER NOT NULL, variant TEXT NOT NULL, side INTEGER, place INTEGER, won INTEGER, currency TEXT,
    cents BIG NOT NULL, opening INTEGER NOT NULL, worth INTEGER NOT NULL, counts COUNTS NOT NULL, details TEXT NOT NULL,
    mu_before INTEGER NOT NULL, sigma_before INTEGER NOT NULL, mu INTEGER NOT NULL, sigma INTEGER NOT NULL,
    run INTEGER NOT NULL, longest INTEGER NOT NULL, drought INTEGER NOT NULL,
    CONSTRAINT pk_plays PRIMARY KEY (league_id, game_id, person_id),
    CONSTRAINT fk_plays_league_id_game_id_results FOREIGN KEY (league_id, game_id)
      REFERENCES results (league_id, game_id),
    CONSTRAINT fk_plays_league_id_person_id_people FOREIGN KEY (league_id, person_id) REFERENCES people (league_id, id))
      STRICT;
CREATE INDEX ix_plays_league_id_person_id_day_game_id ON plays (league_id, person_id, day, game_id);
CREATE INDEX ix_plays_league_id_season_id_person_id_day_game_id ON plays
    (league_id, season_id, person_id, day, game_id);
CREATE INDEX ix_plays_league_id_person_id_variant_day_game_id ON plays (league_id, person_id, variant, day, game_id);
CREATE INDEX ix_plays_league_id_season_id_day_game_id ON plays (league_id, season_id, day, game_id);
CREATE TABLE seats (league_id INTEGER NOT NULL, game_id INTEGER NOT NULL, number INTEGER NOT NULL,
    person_id INTEGER NOT NULL, CONSTRAINT pk_seats PRIMARY KEY (league_id, game_id, number),
    CONSTRAINT uq_seats_league_id_person_id_game_id UNIQUE (league_id, person_id, game_id),
    CONSTRAINT fk_seats_league_id_game_id_games FOREIGN KEY (league_id, game_id) REFERENCES games (league_id, id),
    CONSTRAINT fk_seats_league_id_person_id_people FOREIGN KEY (league_id, person_id) REFERENCES people (league_id, id))
      STRICT;
CREATE TABLE night_answers (league_id INTEGER NOT NULL, plan_id INTEGER NOT NULL, day CTEXT NOT NULL,
    person_id INTEGER NOT NULL, says TEXT, here_at MOMENT,
    CONSTRAINT pk_night_answers PRIMARY KEY (league_id, plan_id, day, person_id),
    CONSTRAINT ck_night_answers_says CHECK (says IN ('in', 'out')),
    CONSTRAINT fk_night_answers_league_id_plan_id_planned_nights FOREIGN KEY (league_id, plan_id)
      REFERENCES planned_nights (league_id, id),
    CONSTRAINT fk_night_answers_league_id_person_id_people FOREIGN KEY (league_id, person_id)
      REFERENCES people (league_id, id)) STRICT;
CREATE TABLE opinions (league_id INTEGER NOT NULL, game_id INTEGER NOT NULL, seq INTEGER NOT NULL,
    said_at MOMENT NOT NULL, says TEXT NOT NULL, note TEXT, device_id INTEGER NOT NULL, person_id INTEGER,
    CONSTRAINT pk_opinions PRIMARY KEY (league_id, game_id, seq, said_at),
    CONSTRAINT ck_opinions_says CHECK (says IN ('agree', 'dispute')),
    CONSTRAINT fk_opinions_league_id_game_id_seq_lines FOREIGN KEY (league_id, game_id, seq)
      REFERENCES lines (league_id, game_id, seq),
    CONSTRAINT fk_opinions_league_id_person_id_people FOREIGN KEY (league_id, person_id)
      REFERENCES people (league_id, id),
    CONSTRAINT fk_opinions_device_id_devices FOREIGN KEY (device_id) REFERENCES devices (id)) STRICT;
CREATE TABLE postings (league_id INTEGER NOT NULL, entry_id INTEGER NOT NULL, person_id INTEGER NOT NULL,
    cents BIG NOT NULL, CONSTRAINT pk_postings PRIMARY KEY (league_id, entry_id, person_id),
    CONSTRAINT fk_postings_league_id_entry_id_entries FOREIGN KEY (league_id, entry_id)
      REFERENCES entries (league_id, id) DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT fk_postings_league_id_person_id_people FOREIGN KEY (league_id, person_id)
      REFERENCES people (league_id, id)) STRICT;
CREATE INDEX ix_postings_league_id_person_id_entry_id ON postings (league_id, person_id, entry_id)
"""

RULES_STAY, LEDGER_STAYS = "versions of house rules are only ever added", "the ledger is only ever added to"
OPINIONS_STAY = "opinions are only ever added"
STAYS = {
    "lines": ("lines_stay", "lines are only ever added"),
    "house_versions": ("house_versions_stay", RULES_STAY),
    "game_houses": ("house_versions_stay", RULES_STAY),
    "entries": ("ledger_stays", LEDGER_STAYS),
    "postings": ("ledger_stays", LEDGER_STAYS),
    "opinions": ("opinions_stay", OPINIONS_STAY),
    "changes": ("changes_stay", "the log of a league is only ever added to"),
    "tournament_lines": ("tournament_lines_stay", "the log of a tournament is only ever added to"),
}
"""What is only ever added to → PostgreSQL's function that guards it, and what it says."""
DELETED = "EXISTS (SELECT 1 FROM league_deletions WHERE league_id = OLD.league_id)"
"""Nothing is deleted but in the transaction that deletes its league."""

GAP = "NEW.{0} <> 1 + coalesce((SELECT max({0}) FROM {1} WHERE league_id = NEW.league_id{2}), 0)"
TAKEN = "EXISTS (SELECT 1 FROM {0} WHERE league_id = NEW.league_id AND {1})"
POSTED = "SELECT sum(cents) FROM postings WHERE league_id = NEW.league_id AND entry_id = NEW.id"
UNBALANCED = f"coalesce(({POSTED}) + coalesce(NEW.pot_cents, 0), 1) <> 0"
CHECKS = (
    ("lines", "no_gap", GAP.format("seq", "lines", " AND game_id = NEW.game_id"), "lines are numbered without gaps"),
    (
        "house_versions", "no_gap", GAP.format("number", "house_versions", " AND house_id = NEW.house_id"),
        "versions are numbered without gaps",
    ),
    ("entries", "no_gap", GAP.format("id", "entries", ""), "entries are numbered without gaps"),
    ("entries", "balance", UNBALANCED, "the postings of an entry add up to zero"),
    (
        "postings", "come_first", TAKEN.format("entries", "id = NEW.entry_id"),
        "the postings of an entry are written before it",
    ),
    ("changes", "no_gap", GAP.format("id", "changes", ""), "changes are numbered without gaps"),
    (
        "tournament_lines", "no_gap", GAP.format("seq", "tournament_lines", " AND tournament_id = NEW.tournament_id"),
        "the lines of a tournament are numbered without gaps",
    ),
)  # fmt: skip
"""Table, name, what must not be of a new row, and what is said of it."""
CHECKED_BY = {
    "lines": ("lines_no_gap", "lines_count_on"),
    "house_versions": ("house_versions_no_gap", "house_versions_count_on"),
    "entries": ("entries_sound", "entries_are_sound"),
    "postings": ("postings_first", "postings_come_first"),
    "changes": ("changes_counted", "changes_are_counted"),
    "tournament_lines": ("tournament_lines_counted", "tournament_lines_are_counted"),
}
"""Table → PostgreSQL's trigger for its checks, and the function of that."""
OPINION = "game_id = NEW.game_id AND seq = NEW.seq AND said_at = NEW.said_at"
CHECKS_OF_REPLACE = (
    ("game_houses", "once", TAKEN.format("game_houses", "game_id = NEW.game_id"), RULES_STAY),
    ("opinions", "once", TAKEN.format("opinions", OPINION), OPINIONS_STAY),
)
"""SQLite's REPLACE deletes without asking the trigger of DELETE; where rows are numbered, it leaves a gap."""


def upgrade() -> None:
    dialect, tables = op.get_bind().dialect.name, TABLES
    for word, called in TYPES[dialect].items():
        tables = tables.replace(word, called)
    for statement in tables.split(";"):
        op.execute(statement)
    if dialect == "sqlite":
        _guard_on_sqlite()
    else:
        _guard_on_postgresql()


def _guard_on_sqlite() -> None:
    for table, (_, says) in STAYS.items():
        for doing, when in (("UPDATE", ""), ("DELETE", f"WHEN NOT {DELETED} ")):
            op.execute(
                f"CREATE TRIGGER {table}_no_{doing.lower()} BEFORE {doing} ON {table} {when}"
                f"BEGIN SELECT RAISE(ABORT, '{says}'); END"
            )
    for table, name, wrong, says in (*CHECKS, *CHECKS_OF_REPLACE):
        op.execute(
            f"CREATE TRIGGER {table}_{name} BEFORE INSERT ON {table} WHEN {wrong} "
            f"BEGIN SELECT RAISE(ABORT, '{says}'); END"
        )


def _guard_on_postgresql() -> None:
    raising = "RAISE integrity_constraint_violation USING MESSAGE ="
    deleted = f"IF TG_OP = 'DELETE' THEN IF {DELETED} THEN RETURN OLD; END IF; END IF; "
    functions = {name: f"{deleted}{raising} '{says}'; " for name, says in STAYS.values()}
    for table, (_, function) in CHECKED_BY.items():
        checks = (f"IF {wrong} THEN {raising} '{says}'; END IF; " for of, _, wrong, says in CHECKS if of == table)
        functions[function] = f"{''.join(checks)}RETURN NEW; "
    for name, body in functions.items():
        op.execute(f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body}END $$")
    for table, (function, _) in STAYS.items():
        for doing, each in (("UPDATE", "ROW"), ("DELETE", "ROW"), ("TRUNCATE", "STATEMENT")):
            op.execute(
                f"CREATE TRIGGER {table}_no_{doing.lower()} BEFORE {doing} ON {table} "
                f"FOR EACH {each} EXECUTE FUNCTION {function}()"
            )
    for table, (trigger, function) in CHECKED_BY.items():
        op.execute(f"CREATE TRIGGER {trigger} BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION {function}()")
