SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE FUNCTION public.changes_are_counted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF NEW.id <> 1 + coalesce((SELECT max(id) FROM changes WHERE league_id = NEW.league_id), 0) THEN RAISE integrity_constraint_violation USING MESSAGE = 'changes are numbered without gaps'; END IF; RETURN NEW; END $$;
CREATE FUNCTION public.changes_stay() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE integrity_constraint_violation USING MESSAGE = 'the log of a league is only ever added to'; END $$;
CREATE FUNCTION public.entries_are_sound() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF NEW.id <> 1 + coalesce((SELECT max(id) FROM entries WHERE league_id = NEW.league_id), 0) THEN RAISE integrity_constraint_violation USING MESSAGE = 'entries are numbered without gaps'; END IF; IF coalesce((SELECT sum(cents) FROM postings WHERE league_id = NEW.league_id AND entry_id = NEW.id), 1) <> 0 THEN RAISE integrity_constraint_violation USING MESSAGE = 'the postings of an entry add up to zero'; END IF; RETURN NEW; END $$;
CREATE FUNCTION public.house_versions_count_on() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF NEW.number <> 1 + coalesce((SELECT max(number) FROM house_versions WHERE league_id = NEW.league_id AND house_id = NEW.house_id), 0) THEN RAISE integrity_constraint_violation USING MESSAGE = 'versions are numbered without gaps'; END IF; RETURN NEW; END $$;
CREATE FUNCTION public.house_versions_stay() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE integrity_constraint_violation USING MESSAGE = 'versions of house rules are only ever added'; END $$;
CREATE FUNCTION public.ledger_stays() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE integrity_constraint_violation USING MESSAGE = 'the ledger is only ever added to'; END $$;
CREATE FUNCTION public.lines_count_on() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF NEW.seq <> 1 + coalesce((SELECT max(seq) FROM lines WHERE league_id = NEW.league_id AND game_id = NEW.game_id), 0) THEN RAISE integrity_constraint_violation USING MESSAGE = 'lines are numbered without gaps'; END IF; RETURN NEW; END $$;
CREATE FUNCTION public.lines_stay() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE integrity_constraint_violation USING MESSAGE = 'lines are only ever added'; END $$;
CREATE FUNCTION public.opinions_stay() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE integrity_constraint_violation USING MESSAGE = 'opinions are only ever added'; END $$;
CREATE FUNCTION public.postings_come_first() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF EXISTS (SELECT 1 FROM entries WHERE league_id = NEW.league_id AND id = NEW.entry_id) THEN RAISE integrity_constraint_violation USING MESSAGE = 'the postings of an entry are written before it'; END IF; RETURN NEW; END $$;
CREATE FUNCTION public.tournament_lines_are_counted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF NEW.seq <> 1 + coalesce((SELECT max(seq) FROM tournament_lines WHERE league_id = NEW.league_id AND tournament_id = NEW.tournament_id), 0) THEN RAISE integrity_constraint_violation USING MESSAGE = 'the lines of a tournament are numbered without gaps'; END IF; RETURN NEW; END $$;
CREATE FUNCTION public.tournament_lines_stay() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE integrity_constraint_violation USING MESSAGE = 'the log of a tournament is only ever added to'; END $$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.balances (
    league_id integer NOT NULL,
    currency text NOT NULL,
    person_id integer NOT NULL,
    cents bigint NOT NULL,
    played bigint NOT NULL
);
CREATE TABLE public.changes (
    league_id integer NOT NULL,
    id integer NOT NULL,
    op_id text NOT NULL,
    what text NOT NULL,
    facts text NOT NULL,
    device_id integer NOT NULL,
    actor_id integer,
    made_at timestamp with time zone NOT NULL,
    CONSTRAINT ck_changes_counted CHECK ((id >= 1))
);
CREATE TABLE public.claims (
    league_id integer NOT NULL,
    passphrase_hash text NOT NULL,
    set_at timestamp with time zone NOT NULL
);
CREATE TABLE public.devices (
    id integer NOT NULL,
    token_hash text NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE public.devices_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.devices_id_seq OWNED BY public.devices.id;
CREATE TABLE public.entries (
    league_id integer NOT NULL,
    id integer NOT NULL,
    kind text NOT NULL,
    game_id integer,
    seq integer,
    night_id integer,
    reverses integer,
    currency text NOT NULL,
    op_id text,
    device_id integer NOT NULL,
    actor_id integer,
    note text,
    posted_at timestamp with time zone NOT NULL,
    CONSTRAINT ck_entries_counted CHECK ((id >= 1)),
    CONSTRAINT ck_entries_kind CHECK ((kind = ANY (ARRAY['stakes'::text, 'reversal'::text, 'payment'::text, 'prizes'::text]))),
    CONSTRAINT ck_entries_reverses CHECK (((kind = 'reversal'::text) = (reverses IS NOT NULL)))
);
CREATE TABLE public.failures (
    id integer NOT NULL,
    address text NOT NULL,
    failed_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE public.failures_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.failures_id_seq OWNED BY public.failures.id;
CREATE TABLE public.former_names (
    league_id integer NOT NULL,
    person_id integer NOT NULL,
    change_id integer NOT NULL,
    name text NOT NULL
);
CREATE TABLE public.game_houses (
    league_id integer NOT NULL,
    game_id integer NOT NULL,
    house_id integer NOT NULL,
    number integer NOT NULL
);
CREATE TABLE public.games (
    league_id integer NOT NULL,
    id integer NOT NULL,
    code text NOT NULL,
    title text,
    played_on text,
    rulebook_id integer NOT NULL,
    head text NOT NULL,
    seq integer NOT NULL,
    hash bytea NOT NULL,
    state text NOT NULL,
    status text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    touched_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    rematch_of integer,
    device_id integer NOT NULL,
    op_id text NOT NULL,
    op_hash text NOT NULL,
    night_id integer NOT NULL,
    title_key text COLLATE pg_catalog."C"
);
CREATE TABLE public.house_rules (
    league_id integer NOT NULL,
    id integer NOT NULL,
    name text NOT NULL,
    archived_at timestamp with time zone
);
CREATE TABLE public.house_versions (
    league_id integer NOT NULL,
    house_id integer NOT NULL,
    number integer NOT NULL,
    rulebook_id integer NOT NULL,
    settings text NOT NULL,
    op_id text NOT NULL,
    device_id integer NOT NULL,
    saved_at timestamp with time zone NOT NULL,
    CONSTRAINT ck_house_versions_counted CHECK ((number >= 1))
);
CREATE TABLE public.leagues (
    id integer NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    currency text,
    stake_limit integer,
    code text NOT NULL
);
CREATE SEQUENCE public.leagues_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.leagues_id_seq OWNED BY public.leagues.id;
CREATE TABLE public.lines (
    league_id integer NOT NULL,
    game_id integer NOT NULL,
    seq integer NOT NULL,
    op_id text NOT NULL,
    kind text NOT NULL,
    target integer,
    facts text NOT NULL,
    actor_id integer,
    device_id integer NOT NULL,
    recorded_at timestamp with time zone NOT NULL,
    previous_hash bytea NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT ck_lines_backwards CHECK (((target IS NULL) OR (target < seq))),
    CONSTRAINT ck_lines_counted CHECK ((seq >= 1))
);
CREATE TABLE public.links (
    league_id integer NOT NULL,
    id integer NOT NULL,
    kind text NOT NULL,
    game_id integer,
    code text NOT NULL,
    device_id integer NOT NULL,
    made_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    CONSTRAINT ck_links_game CHECK (((kind = 'read'::text) = (game_id IS NOT NULL))),
    CONSTRAINT ck_links_kind CHECK ((kind = ANY (ARRAY['join'::text, 'read'::text])))
);
CREATE TABLE public.members (
    league_id integer NOT NULL,
    device_id integer NOT NULL,
    role text NOT NULL,
    since timestamp with time zone NOT NULL,
    person_id integer,
    asked_at timestamp with time zone,
    admitted_by integer,
    revoked_at timestamp with time zone
);
CREATE TABLE public.nights (
    league_id integer NOT NULL,
    id integer NOT NULL,
    day text NOT NULL COLLATE pg_catalog."C",
    opened_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone
);
CREATE TABLE public.opinions (
    league_id integer NOT NULL,
    op_id text NOT NULL,
    game_id integer NOT NULL,
    seq integer NOT NULL,
    says text NOT NULL,
    note text,
    device_id integer NOT NULL,
    person_id integer,
    said_at timestamp with time zone NOT NULL,
    CONSTRAINT ck_opinions_says CHECK ((says = ANY (ARRAY['agree'::text, 'dispute'::text])))
);
CREATE TABLE public.pair_seasons (
    league_id integer NOT NULL,
    season_id integer NOT NULL,
    person_id integer NOT NULL,
    other_id integer NOT NULL,
    together integer NOT NULL,
    won integer NOT NULL,
    lost integer NOT NULL,
    bids integer NOT NULL,
    made integer NOT NULL,
    met integer NOT NULL,
    ahead integer NOT NULL,
    behind integer NOT NULL
);
CREATE TABLE public.partner_games (
    league_id integer NOT NULL,
    person_id integer NOT NULL,
    other_id integer NOT NULL,
    day text NOT NULL,
    game_id integer NOT NULL
);
CREATE TABLE public.people (
    league_id integer NOT NULL,
    id integer NOT NULL,
    name text NOT NULL,
    archived_at timestamp with time zone,
    guest integer NOT NULL,
    merged_into integer,
    erased_at timestamp with time zone,
    CONSTRAINT ck_people_guest CHECK ((guest = ANY (ARRAY[0, 1])))
);
CREATE TABLE public.person_seasons (
    league_id integer NOT NULL,
    season_id integer NOT NULL,
    person_id integer NOT NULL,
    doc text NOT NULL,
    form text
);
CREATE TABLE public.plays (
    league_id integer NOT NULL,
    game_id integer NOT NULL,
    person_id integer NOT NULL,
    day text NOT NULL,
    season_id integer NOT NULL,
    variant text NOT NULL,
    won integer,
    currency text,
    cents bigint NOT NULL,
    mu_before integer NOT NULL,
    sigma_before integer NOT NULL,
    mu integer NOT NULL,
    sigma integer NOT NULL,
    run integer NOT NULL,
    longest integer NOT NULL,
    drought integer NOT NULL
);
CREATE TABLE public.postings (
    league_id integer NOT NULL,
    entry_id integer NOT NULL,
    person_id integer NOT NULL,
    cents bigint NOT NULL
);
CREATE TABLE public.recovery_codes (
    league_id integer NOT NULL,
    code_hash text NOT NULL,
    made_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone
);
CREATE TABLE public.results (
    league_id integer NOT NULL,
    game_id integer NOT NULL,
    day text NOT NULL,
    season_id integer NOT NULL,
    variant text NOT NULL,
    doc text NOT NULL
);
CREATE TABLE public.rulebooks (
    league_id integer NOT NULL,
    id integer NOT NULL,
    digest text NOT NULL,
    variant text NOT NULL
);
CREATE TABLE public.seasons (
    league_id integer NOT NULL,
    id integer NOT NULL,
    name text NOT NULL,
    starts_on text NOT NULL,
    ends_on text,
    standing text NOT NULL,
    archived_at timestamp with time zone,
    CONSTRAINT ck_seasons_counted CHECK ((id >= 1)),
    CONSTRAINT ck_seasons_forwards CHECK ((starts_on <= ends_on))
);
CREATE TABLE public.seats (
    league_id integer NOT NULL,
    game_id integer NOT NULL,
    number integer NOT NULL,
    person_id integer NOT NULL
);
CREATE TABLE public.tournament_lines (
    league_id integer NOT NULL,
    tournament_id integer NOT NULL,
    seq integer NOT NULL,
    op_id text NOT NULL,
    kind text NOT NULL,
    target integer,
    facts text NOT NULL,
    actor_id integer,
    device_id integer NOT NULL,
    recorded_at timestamp with time zone NOT NULL,
    CONSTRAINT ck_tournament_lines_backwards CHECK (((target IS NULL) OR (target < seq))),
    CONSTRAINT ck_tournament_lines_counted CHECK ((seq >= 1))
);
CREATE TABLE public.tournaments (
    league_id integer NOT NULL,
    id integer NOT NULL,
    code text NOT NULL,
    board_code text,
    name text NOT NULL,
    day text NOT NULL,
    status text NOT NULL,
    seq integer NOT NULL,
    founded_at timestamp with time zone NOT NULL
);
ALTER TABLE ONLY public.devices ALTER COLUMN id SET DEFAULT nextval('public.devices_id_seq'::regclass);
ALTER TABLE ONLY public.failures ALTER COLUMN id SET DEFAULT nextval('public.failures_id_seq'::regclass);
ALTER TABLE ONLY public.leagues ALTER COLUMN id SET DEFAULT nextval('public.leagues_id_seq'::regclass);
INSERT INTO public.alembic_version VALUES ('0006');
INSERT INTO public.balances VALUES (1, 'USD', 4, -100, -100);
INSERT INTO public.balances VALUES (1, 'USD', 3, -45, -45);
INSERT INTO public.balances VALUES (1, 'USD', 5, -25, -25);
INSERT INTO public.balances VALUES (1, 'USD', 1, 120, 170);
INSERT INTO public.balances VALUES (1, 'USD', 2, 50, 0);
INSERT INTO public.changes VALUES (1, 1, '00000000000000000000000000000029', 'season-begun', '{"name":"Autumn","starts_on":"2026-09-10","ends_on":null,"rule":{"by":"wins","floor":0,"nights":3},"season":1}', 1, NULL, '2026-09-19 20:01:20+00');
INSERT INTO public.changes VALUES (1, 2, '0000000000000000000000000000002a', 'renamed', '{"person":2}', 1, NULL, '2026-09-19 20:02:00+00');
INSERT INTO public.changes VALUES (1, 3, '0000000000000000000000000000002b', 'guest', '{"person":5,"guest":true}', 1, NULL, '2026-09-19 20:02:40+00');
INSERT INTO public.devices VALUES (1, '5d40d150194bfca4767bf0cff78a9b6d5df63f177b057b9d2013c2f8fc5b238a', 'Ann''s phone', '2026-09-12 19:30:40+00');
INSERT INTO public.devices VALUES (2, '8dc05045d35ddd8c83e201bc94fb25f927751ec0b5e2c7d698a98b01dd4f24af', 'Bob''s phone', '2026-09-12 19:31:20+00');
INSERT INTO public.entries VALUES (1, 1, 'stakes', 1, 19, 1, NULL, 'USD', NULL, 1, NULL, NULL, '2026-09-12 19:44:40+00');
INSERT INTO public.entries VALUES (1, 2, 'stakes', 3, 2, 1, NULL, 'USD', NULL, 1, NULL, NULL, '2026-09-12 19:48:00+00');
INSERT INTO public.entries VALUES (1, 3, 'stakes', 3, 6, 1, NULL, 'USD', NULL, 1, NULL, NULL, '2026-09-12 19:50:40+00');
INSERT INTO public.entries VALUES (1, 4, 'reversal', 3, 7, 1, 3, 'USD', NULL, 1, NULL, NULL, '2026-09-12 19:51:20+00');
INSERT INTO public.entries VALUES (1, 5, 'stakes', 3, 7, 1, NULL, 'USD', NULL, 1, NULL, NULL, '2026-09-12 19:51:20+00');
INSERT INTO public.entries VALUES (1, 6, 'payment', NULL, NULL, 1, NULL, 'USD', '00000000000000000000000000000026', 1, NULL, 'two quarters', '2026-09-19 19:59:20+00');
INSERT INTO public.entries VALUES (1, 7, 'payment', NULL, NULL, 1, NULL, 'USD', '00000000000000000000000000000027', 1, NULL, NULL, '2026-09-19 20:00:00+00');
INSERT INTO public.entries VALUES (1, 8, 'reversal', NULL, NULL, 1, 7, 'USD', '00000000000000000000000000000028', 1, NULL, 'He did not', '2026-09-19 20:00:40+00');
INSERT INTO public.former_names VALUES (1, 2, 2, 'Bob');
INSERT INTO public.game_houses VALUES (1, 5, 1, 2);
INSERT INTO public.games VALUES (1, 1, 'EKBuS-1frAdqDHxugfpUIA', 'Légion d''ÉTÉ ♠', NULL, 1, '{"v":1,"players":["1","2","3","4"],"dealer":"4","sides":[["1","3"],["2","4"]],"rules":{},"opening":{},"stakes":{"currency":"USD","game":100,"set":25,"point":0,"moon":0,"bid_point":0}}', 19, '\xb885ba99624707cbaedb46860cc44473f49ce76e85e31a21f50bcc20b5978d71', '{"v":2,"seq":19,"table":{"house":{},"players":["1","2","3","4"],"teams":[["1","3"],["2","4"]],"dealer":"1","scores":{"1":54,"2":20,"3":54,"4":20},"sets":{"1":1,"2":0,"3":1,"4":0},"balances":{"1":100,"2":-100,"3":100,"4":-100},"sits":{"1":0,"2":0,"3":0,"4":0},"reading":null,"play_on":false,"winners":["1","3"],"hands":9},"recent":[[17,17,9,{"bidder":"1","bid":9,"points":{"high":"1","low":"2","jack":"1","off_jack":"1","high_joker":"1","low_joker":"1","game":"1","trey":"1"}},{"house":{},"players":["1","2","3","4"],"teams":[["1","3"],["2","4"]],"dealer":"2","scores":{"1":27,"2":17,"3":27,"4":17},"sets":{"1":1,"2":0,"3":1,"4":0},"balances":{"1":0,"2":0,"3":0,"4":0},"sits":{"1":0,"2":0,"3":0,"4":0},"reading":null,"play_on":false,"winners":[],"hands":6}],[18,18,10,{"bidder":"3","bid":9,"points":{"high":"3","low":"2","jack":"3","off_jack":"3","high_joker":"3","low_joker":"3","game":"3","trey":"3"}},{"house":{},"players":["1","2","3","4"],"teams":[["1","3"],["2","4"]],"dealer":"3","scores":{"1":36,"2":18,"3":36,"4":18},"sets":{"1":1,"2":0,"3":1,"4":0},"balances":{"1":0,"2":0,"3":0,"4":0},"sits":{"1":0,"2":0,"3":0,"4":0},"reading":null,"play_on":false,"winners":[],"hands":7}],[19,19,11,{"bidder":"1","bid":9,"points":{"high":"1","low":"2","jack":"1","off_jack":"1","high_joker":"1","low_joker":"1","game":"1","trey":"1"}},{"house":{},"players":["1","2","3","4"],"teams":[["1","3"],["2","4"]],"dealer":"4","scores":{"1":45,"2":19,"3":45,"4":19},"sets":{"1":1,"2":0,"3":1,"4":0},"balances":{"1":0,"2":0,"3":0,"4":0},"sits":{"1":0,"2":0,"3":0,"4":0},"reading":null,"play_on":false,"winners":[],"hands":8}]],"undo":19}', 'finished', '2026-09-12 19:32:00+00', '2026-09-12 19:44:40+00', '2026-09-12 19:44:40+00', NULL, 1, '8df8e8bbfcc0f72f1ca45521a2b52112', 'f60aa69e9a77348f319347769b36949d4f0b27577998625fb67666a384dfc96a', 1, 'légion d''été ♠');
INSERT INTO public.games VALUES (1, 2, 'S9exA8qeM_54Pp1GJQaa1Q', 'Légion d''ÉTÉ ♠', NULL, 1, '{"v":1,"players":["1","2","3","4"],"dealer":"1","sides":[["1","3"],["2","4"]],"rules":{},"opening":{},"stakes":{"currency":"USD","game":100,"set":25,"point":0,"moon":0,"bid_point":0}}', 1, '\x78b227a4282a4f98904166f134fa973511b7c0aa54c46bb77bf628c708b3aa13', '{"v":2,"seq":1,"table":{"house":{},"players":["1","2","3","4"],"teams":[["1","3"],["2","4"]],"dealer":"2","scores":{"1":3,"2":-10,"3":3,"4":-10},"sets":{"1":0,"2":1,"3":0,"4":1},"balances":{"1":0,"2":0,"3":0,"4":0},"sits":{"1":0,"2":0,"3":0,"4":0},"reading":null,"play_on":false,"winners":[],"hands":1},"recent":[[1,1,1,{"bidder":"2","bid":10,"points":{"high":"3","low":"3","jack":"3","off_jack":"2","high_joker":"2","low_joker":"2","game":"2","trey":"2"}},{"house":{},"players":["1","2","3","4"],"teams":[["1","3"],["2","4"]],"dealer":"1","scores":{"1":0,"2":0,"3":0,"4":0},"sets":{"1":0,"2":0,"3":0,"4":0},"balances":{"1":0,"2":0,"3":0,"4":0},"sits":{"1":0,"2":0,"3":0,"4":0},"reading":null,"play_on":false,"winners":[],"hands":0}]],"undo":1}', 'playing', '2026-09-12 19:45:20+00', '2026-09-12 19:46:00+00', NULL, 1, 1, '00000000000000000000000000000014', 'c21fc691b0b8b5c15907b483d99887ea2407aa41cafd6e1a3450e2f1d0dae520', 1, 'légion d''été ♠');
INSERT INTO public.games VALUES (1, 3, 'za2M0_sNeXM58qe-PdfPbw', NULL, NULL, 2, '{"v":1,"players":["1","2","3"],"dealer":"3","sides":[["1"],["2"],["3"]],"rules":{},"opening":{},"stakes":{"currency":"USD","game":0,"set":0,"point":25,"moon":200,"bid_point":5}}', 9, '\x4c80e2454ac5b953f9333e3cb3e3e8235c6d6aa8730450ad491b5756ccd7bd49', '{"v":2,"seq":9,"table":{"house":{"game.tie":"low"},"players":["1","4","3"],"teams":[["1"],["4"],["3"]],"dealer":"1","scores":{"1":2,"4":0,"3":0},"sets":{"1":0,"4":0,"3":1,"2":0},"balances":{"1":90,"2":100,"3":-155,"4":-35},"sits":{"1":0,"4":0,"3":0},"reading":null,"play_on":false,"winners":[],"hands":4},"recent":[[6,6,6,{"leave":"2"},{"house":{"game.tie":"low"},"players":["1","4","2","3"],"teams":[["1"],["4"],["2"],["3"]],"dealer":"2","scores":{"1":2,"4":0,"2":4,"3":-2},"sets":{"1":0,"4":0,"2":0,"3":1},"balances":{"1":45,"2":25,"3":-70,"4":0},"sits":{"1":0,"4":0,"2":0,"3":0},"reading":null,"play_on":false,"winners":[],"hands":3}],[8,8,7,{"settle":true},{"house":{"game.tie":"low"},"players":["1","4","3"],"teams":[["1"],["4"],["3"]],"dealer":"3","scores":{"1":0,"4":0,"3":0},"sets":{"1":0,"4":0,"3":1,"2":0},"balances":{"1":70,"2":100,"3":-145,"4":-25},"sits":{"1":0,"4":0,"3":0},"reading":null,"play_on":false,"winners":[],"hands":3}],[9,9,8,{"bidder":"1","bid":2,"points":{"high":"1","jack":"1"}},{"house":{"game.tie":"low"},"players":["1","4","3"],"teams":[["1"],["4"],["3"]],"dealer":"3","scores":{"1":0,"4":0,"3":0},"sets":{"1":0,"4":0,"3":1,"2":0},"balances":{"1":70,"2":100,"3":-145,"4":-25},"sits":{"1":0,"4":0,"3":0},"reading":null,"play_on":false,"winners":[],"hands":3}]],"undo":9}', 'playing', '2026-09-12 19:46:40+00', '2026-09-12 19:52:40+00', NULL, NULL, 1, '58184bcf53076be3e61559ce18f22f43', '8f63441bbc99f30ca31534de1af0ffa8f7fc68fb2b4efc963c7bf93ce95d6907', 1, NULL);
INSERT INTO public.games VALUES (1, 4, 'NZ23QfeWEVtimpXZuD_pOw', 'Carried over', '2026-09-04', 3, '{"v":1,"players":["1","2","3","4"],"dealer":"4","sides":[["1","3"],["2","4"]],"rules":{"finish.target":11},"opening":{"1":5,"3":5},"stakes":null}', 2, '\x046e4cd608fe7630d9a915cd840b5abfba3df6fd30c5cdea20d1a8422396cc21', '{"v":2,"seq":2,"table":{"house":{"finish.target":11},"players":["1","2","3","4"],"teams":[["1","3"],["2","4"]],"dealer":"2","scores":{"1":8,"2":4,"3":8,"4":4},"sets":{"1":0,"2":0,"3":0,"4":0},"balances":{"1":0,"2":0,"3":0,"4":0},"sits":{"1":0,"2":0,"3":0,"4":0},"reading":null,"play_on":false,"winners":[],"hands":2},"recent":[[1,1,1,{"bidder":"2","bid":3,"points":{"high":"2","low":"4","jack":"1","game":"2"}},{"house":{"finish.target":11},"players":["1","2","3","4"],"teams":[["1","3"],["2","4"]],"dealer":"4","scores":{"1":5,"2":0,"3":5,"4":0},"sets":{"1":0,"2":0,"3":0,"4":0},"balances":{"1":0,"2":0,"3":0,"4":0},"sits":{"1":0,"2":0,"3":0,"4":0},"reading":null,"play_on":false,"winners":[],"hands":0}],[2,2,2,{"bidder":"1","bid":2,"points":{"high":"1","low":"1","game":"2"}},{"house":{"finish.target":11},"players":["1","2","3","4"],"teams":[["1","3"],["2","4"]],"dealer":"1","scores":{"1":6,"2":3,"3":6,"4":3},"sets":{"1":0,"2":0,"3":0,"4":0},"balances":{"1":0,"2":0,"3":0,"4":0},"sits":{"1":0,"2":0,"3":0,"4":0},"reading":null,"play_on":false,"winners":[],"hands":1}]],"undo":2}', 'playing', '2026-09-12 19:53:20+00', '2026-09-12 19:54:00+00', NULL, NULL, 1, '0000000000000000000000000000001f', 'ff0893e34414177d8b00730dbfa9ba8e94f9a2be9c2f6533a93f9b9c199613e0', 2, 'carried over');
INSERT INTO public.games VALUES (2, 1, 'MqpSUK6ZvqflTgseQxiSWA', NULL, NULL, 1, '{"v":1,"players":["1","2","3"],"dealer":"3","sides":[["1"],["2"],["3"]],"rules":{"finish.start":4},"opening":{"1":9},"stakes":null}', 2, '\xa4b93c882be4f239348a9e0958d03866dcde542c3528183144ceee06847ee404', '{"v":2,"seq":2,"table":{"house":{"finish.start":4},"players":["1","2","3"],"teams":[["1"],["2"],["3"]],"dealer":"2","scores":{"1":8,"2":-3,"3":7},"sets":{"1":0,"2":0,"3":0},"balances":{"1":0,"2":0,"3":0},"sits":{"1":0,"2":0,"3":0},"reading":{"first":"2","trends":{"1":"down","2":"down","3":"up"}},"play_on":false,"winners":["2"],"hands":0},"recent":[[1,1,1,{"tricks":{"2":3,"3":2},"sat":["1"]},{"house":{"finish.start":4},"players":["1","2","3"],"teams":[["1"],["2"],["3"]],"dealer":"3","scores":{"1":9,"2":4,"3":4},"sets":{"1":0,"2":0,"3":0},"balances":{"1":0,"2":0,"3":0},"sits":{"1":0,"2":0,"3":0},"reading":null,"play_on":false,"winners":[],"hands":0}],[2,2,2,{"tricks":{"1":1,"2":4,"3":0}},{"house":{"finish.start":4},"players":["1","2","3"],"teams":[["1"],["2"],["3"]],"dealer":"1","scores":{"1":9,"2":1,"3":2},"sets":{"1":0,"2":0,"3":0},"balances":{"1":0,"2":0,"3":0},"sits":{"1":1,"2":0,"3":0},"reading":{"first":"1","trends":{"1":"steady","2":"down","3":"down"}},"play_on":false,"winners":[],"hands":0}]],"undo":2}', 'finished', '2026-09-19 19:54:40+00', '2026-09-19 19:56:00+00', '2026-09-19 19:56:00+00', NULL, 2, '0c636b9096713efbf6ccf86d1cdab4ab', 'f7feb2ee24ad9fde7d85cce2e177ec93bfec8764a4bca1d3635489fbad8d9b1b', 1, NULL);
INSERT INTO public.games VALUES (1, 5, 'Q8fhjVLfdpwg5Ze_rye2_A', NULL, NULL, 3, '{"v":1,"players":["1","2","3","4"],"dealer":"4","sides":[["1","3"],["2","4"]],"rules":{"finish.target":15},"opening":{},"stakes":null}', 1, '\x826fd740cca179c17f941fda5f8985d4d7ee1db3d08e720ec8853e66c4d29366', '{"v":2,"seq":1,"table":{"house":{"finish.target":15},"players":["1","2","3","4"],"teams":[["1","3"],["2","4"]],"dealer":"1","scores":{"1":4,"2":0,"3":4,"4":0},"sets":{"1":0,"2":0,"3":0,"4":0},"balances":{"1":0,"2":0,"3":0,"4":0},"sits":{"1":0,"2":0,"3":0,"4":0},"reading":null,"play_on":false,"winners":[],"hands":1},"recent":[[1,1,1,{"bidder":"1","bid":4,"points":{"high":"1","low":"1","jack":"1","game":"1"}},{"house":{"finish.target":15},"players":["1","2","3","4"],"teams":[["1","3"],["2","4"]],"dealer":"4","scores":{"1":0,"2":0,"3":0,"4":0},"sets":{"1":0,"2":0,"3":0,"4":0},"balances":{"1":0,"2":0,"3":0,"4":0},"sits":{"1":0,"2":0,"3":0,"4":0},"reading":null,"play_on":false,"winners":[],"hands":0}]],"undo":1}', 'playing', '2026-09-19 19:58:00+00', '2026-09-19 19:58:40+00', NULL, NULL, 1, '259a55fc26bf4c43904ee0b098ddc872', '77c36063ee95433bda600488dcdc2ed9cbf81f65077994fb23a785b9d571b506', 3, NULL);
INSERT INTO public.house_rules VALUES (1, 1, 'Legion rules', NULL);
INSERT INTO public.house_versions VALUES (1, 1, 1, 3, '{"finish.target":11}', '00000000000000000000000000000023', 1, '2026-09-19 19:56:40+00');
INSERT INTO public.house_versions VALUES (1, 1, 2, 3, '{"finish.target":15}', '00000000000000000000000000000024', 1, '2026-09-19 19:57:20+00');
INSERT INTO public.leagues VALUES (1, 'Our league', '2026-09-12 19:32:00+00', 'USD', NULL, 'Xz4EiKy7hdjHpMI2biWkvg');
INSERT INTO public.leagues VALUES (2, 'Our league', '2026-09-19 19:54:40+00', NULL, NULL, 'AWI8XTk3feMU1QhuKDd-ow');
INSERT INTO public.lines VALUES (1, 1, 1, '00000000000000000000000000000001', 'line', NULL, '{"v":1,"line":{"bidder":"2","bid":5,"points":{"high":"2","low":"2","jack":"2","off_jack":"2","high_joker":"2","low_joker":"2","game":"2","trey":"2"},"note":"\u201cBob\u201d was < sure > & said so"}}', NULL, 1, '2026-09-12 19:32:40+00', '\xb4e184de7861d03d84f25e347a67edeb9a88a38fd5f3dc204f15cd274795aacb', '\xdb6e82ab41d6b3b68e414984c15ad3684c8f342de624b879c1dc97db96aaac4b');
INSERT INTO public.lines VALUES (1, 1, 2, '00000000000000000000000000000002', 'line', NULL, '{"v":1,"line":{"bidder":"3","bid":8,"points":{"high":"3","low":"2","jack":"3","off_jack":"3","high_joker":"3","low_joker":"3","game":"3","trey":"2"}}}', NULL, 1, '2026-09-12 19:33:20+00', '\xdb6e82ab41d6b3b68e414984c15ad3684c8f342de624b879c1dc97db96aaac4b', '\x2f09fc491192916a1d6b0848ee8107bc1e52a41c44779ca17779f184ee50dbdf');
INSERT INTO public.lines VALUES (1, 1, 3, '00000000000000000000000000000003', 'line', NULL, '{"v":1,"line":{"misdeal":true,"note":"eleven cards"}}', NULL, 1, '2026-09-12 19:34:00+00', '\x2f09fc491192916a1d6b0848ee8107bc1e52a41c44779ca17779f184ee50dbdf', '\xe777c3a38e49f795809199e817a70b7530511e18ff182e24fcc4219b92f576ec');
INSERT INTO public.lines VALUES (1, 1, 4, '00000000000000000000000000000004', 'line', NULL, '{"v":1,"line":{"bidder":"4","bid":6,"points":{"high":"4","low":"4","jack":"4","off_jack":"4","high_joker":"4","low_joker":"4","game":"4","trey":"4"}}}', NULL, 1, '2026-09-12 19:34:40+00', '\xe777c3a38e49f795809199e817a70b7530511e18ff182e24fcc4219b92f576ec', '\x4875ea5710e079330234e929ceb7ee37f99856db50356ec45234237edba9220d');
INSERT INTO public.lines VALUES (1, 1, 5, '00000000000000000000000000000005', 'correct', 1, '{"v":1,"line":{"bidder":"2","bid":6,"points":{"high":"2","low":"2","jack":"2","off_jack":"2","high_joker":"2","low_joker":"2","game":"1","trey":"2"}},"reason":"Misheard"}', NULL, 1, '2026-09-12 19:35:20+00', '\x4875ea5710e079330234e929ceb7ee37f99856db50356ec45234237edba9220d', '\xd20804807ff8cb63c57a43651122f052b4e7f40f69bfa9330ef75d92aa409882');
INSERT INTO public.lines VALUES (1, 1, 6, '00000000000000000000000000000006', 'correct', 1, '{"v":1,"line":{"bidder":"2","bid":7,"points":{"high":"2","low":"2","jack":"2","off_jack":"2","high_joker":"2","low_joker":"2","game":"3","trey":"2"}},"reason":"Misheard again"}', NULL, 1, '2026-09-12 19:36:00+00', '\xd20804807ff8cb63c57a43651122f052b4e7f40f69bfa9330ef75d92aa409882', '\xc31ccd563bc7a908e0050d59563100bcbd775d67270c2b330c424b1ae2c364f3');
INSERT INTO public.lines VALUES (1, 1, 7, '00000000000000000000000000000007', 'undo', 4, '{"v":1,"reason":"It never happened"}', NULL, 1, '2026-09-12 19:36:40+00', '\xc31ccd563bc7a908e0050d59563100bcbd775d67270c2b330c424b1ae2c364f3', '\xdc7e324f66737a520f97fe6a19f95ea098469033e200c28719f2002d96b4dbfc');
INSERT INTO public.lines VALUES (1, 1, 8, '00000000000000000000000000000008', 'line', NULL, '{"v":1,"line":{"bidder":"1","bid":4,"points":{"high":"1","low":"1","jack":"1","off_jack":"1","high_joker":"1","low_joker":"1","game":"1","trey":"1"}}}', NULL, 1, '2026-09-12 19:37:20+00', '\xdc7e324f66737a520f97fe6a19f95ea098469033e200c28719f2002d96b4dbfc', '\xc481d60e869adaffad6f74cc924904ffe8543069c44ad96c1c98ead026c2a45a');
INSERT INTO public.lines VALUES (1, 1, 9, '00000000000000000000000000000009', 'undo', 8, '{"v":1,"reason":null}', NULL, 1, '2026-09-12 19:38:00+00', '\xc481d60e869adaffad6f74cc924904ffe8543069c44ad96c1c98ead026c2a45a', '\x4dd2449cb458065e2549955c39f35c4663ae42ceffd45262b5eceb7c001e7e59');
INSERT INTO public.lines VALUES (1, 1, 10, '0000000000000000000000000000000a', 'undo', 9, '{"v":1,"reason":"It was right after all"}', NULL, 1, '2026-09-12 19:38:40+00', '\x4dd2449cb458065e2549955c39f35c4663ae42ceffd45262b5eceb7c001e7e59', '\x0e7ab9d0072fbe70972fab7d7fd9ed3d72a0ac2747f23ac4e7f9cb7b5004b989');
INSERT INTO public.lines VALUES (1, 1, 11, '0000000000000000000000000000000b', 'undo', 10, '{"v":1,"reason":null}', NULL, 1, '2026-09-12 19:39:20+00', '\x0e7ab9d0072fbe70972fab7d7fd9ed3d72a0ac2747f23ac4e7f9cb7b5004b989', '\xc6d74519676be51382ddb3804d96918758bcc4a5bb0d648fb9d9da1ba0f9770e');
INSERT INTO public.lines VALUES (1, 1, 12, '0000000000000000000000000000000c', 'line', NULL, '{"v":1,"line":{"adjust":{"1":-2},"reason":"Looked at a trick"}}', NULL, 1, '2026-09-12 19:40:00+00', '\xc6d74519676be51382ddb3804d96918758bcc4a5bb0d648fb9d9da1ba0f9770e', '\x1e64ba302dcf19cba7b2e89b9804fafe87d1e736c932b44a2684703987854246');
INSERT INTO public.lines VALUES (1, 1, 13, '0000000000000000000000000000000d', 'line', NULL, '{"v":1,"line":{"bidder":"1","bid":9,"points":{"high":"1","low":"2","jack":"1","off_jack":"1","high_joker":"1","low_joker":"1","game":"1","trey":"1"}}}', NULL, 1, '2026-09-12 19:40:40+00', '\x1e64ba302dcf19cba7b2e89b9804fafe87d1e736c932b44a2684703987854246', '\x10ae38e95d0dc2833ddbb2d36a2c936a954c31e4cdf821ca5a33823a89bc6952');
INSERT INTO public.lines VALUES (1, 1, 14, '0000000000000000000000000000000e', 'line', NULL, '{"v":1,"line":{"bidder":"3","bid":9,"points":{"high":"3","low":"2","jack":"3","off_jack":"3","high_joker":"3","low_joker":"3","game":"3","trey":"3"}}}', NULL, 1, '2026-09-12 19:41:20+00', '\x10ae38e95d0dc2833ddbb2d36a2c936a954c31e4cdf821ca5a33823a89bc6952', '\xb953b19344dfaa136b482633fe7b7a31a74af313c1486e8126a32aa2cd48489b');
INSERT INTO public.lines VALUES (1, 1, 15, '0000000000000000000000000000000f', 'line', NULL, '{"v":1,"line":{"bidder":"1","bid":9,"points":{"high":"1","low":"2","jack":"1","off_jack":"1","high_joker":"1","low_joker":"1","game":"1","trey":"1"}}}', NULL, 1, '2026-09-12 19:42:00+00', '\xb953b19344dfaa136b482633fe7b7a31a74af313c1486e8126a32aa2cd48489b', '\xe676dec294638cfd30f26180356421dc448e22e97fabe84c6aa93e272c55ed47');
INSERT INTO public.lines VALUES (1, 1, 16, '00000000000000000000000000000010', 'line', NULL, '{"v":1,"line":{"bidder":"3","bid":9,"points":{"high":"3","low":"2","jack":"3","off_jack":"3","high_joker":"3","low_joker":"3","game":"3","trey":"3"}}}', NULL, 1, '2026-09-12 19:42:40+00', '\xe676dec294638cfd30f26180356421dc448e22e97fabe84c6aa93e272c55ed47', '\xc922a4de8d99fea96820d3f5e083ddfc899f26c14f6733a53b08739494c06c50');
INSERT INTO public.lines VALUES (1, 1, 17, '00000000000000000000000000000011', 'line', NULL, '{"v":1,"line":{"bidder":"1","bid":9,"points":{"high":"1","low":"2","jack":"1","off_jack":"1","high_joker":"1","low_joker":"1","game":"1","trey":"1"}}}', NULL, 1, '2026-09-12 19:43:20+00', '\xc922a4de8d99fea96820d3f5e083ddfc899f26c14f6733a53b08739494c06c50', '\x9a41bc7e44ffd48129b48936fbe6c2f24bfcf00f50d438821736c502b1e3d5d4');
INSERT INTO public.lines VALUES (1, 1, 18, '00000000000000000000000000000012', 'line', NULL, '{"v":1,"line":{"bidder":"3","bid":9,"points":{"high":"3","low":"2","jack":"3","off_jack":"3","high_joker":"3","low_joker":"3","game":"3","trey":"3"}}}', NULL, 1, '2026-09-12 19:44:00+00', '\x9a41bc7e44ffd48129b48936fbe6c2f24bfcf00f50d438821736c502b1e3d5d4', '\x13f04a6d327a09da62104d45083ac50fc9923697a2f7e35103869b05032ab313');
INSERT INTO public.lines VALUES (1, 1, 19, '00000000000000000000000000000013', 'line', NULL, '{"v":1,"line":{"bidder":"1","bid":9,"points":{"high":"1","low":"2","jack":"1","off_jack":"1","high_joker":"1","low_joker":"1","game":"1","trey":"1"}}}', NULL, 1, '2026-09-12 19:44:40+00', '\x13f04a6d327a09da62104d45083ac50fc9923697a2f7e35103869b05032ab313', '\xb885ba99624707cbaedb46860cc44473f49ce76e85e31a21f50bcc20b5978d71');
INSERT INTO public.lines VALUES (1, 2, 1, '00000000000000000000000000000015', 'line', NULL, '{"v":1,"line":{"bidder":"2","bid":10,"points":{"high":"3","low":"3","jack":"3","off_jack":"2","high_joker":"2","low_joker":"2","game":"2","trey":"2"}}}', NULL, 1, '2026-09-12 19:46:00+00', '\x670ea83620e4589834ef6affdb09570c639e008ff01fa76677e9b0eb9fad016e', '\x78b227a4282a4f98904166f134fa973511b7c0aa54c46bb77bf628c708b3aa13');
INSERT INTO public.lines VALUES (1, 3, 1, '00000000000000000000000000000016', 'line', NULL, '{"v":1,"line":{"bidder":"1","bid":2,"points":{"high":"1","low":"1","game":"3"}}}', NULL, 1, '2026-09-12 19:47:20+00', '\x83c8bb07b8ab5779a9ad102536ad1c1f033354b4098d467d6735e59894abf82d', '\xd6abc1ce723fcb8d0ce6a855796780a3206dce2d46913c7defb82e2b4d8cc0e9');
INSERT INTO public.lines VALUES (1, 3, 2, '00000000000000000000000000000017', 'line', NULL, '{"v":1,"line":{"join":"4","after":"1"}}', NULL, 1, '2026-09-12 19:48:00+00', '\xd6abc1ce723fcb8d0ce6a855796780a3206dce2d46913c7defb82e2b4d8cc0e9', '\xdd7e3e45a2ac9828a3451d4b15cd3a97b0f2b8cf3aa54ba8b41028c204d3da75');
INSERT INTO public.lines VALUES (1, 3, 3, '00000000000000000000000000000018', 'line', NULL, '{"v":1,"line":{"bidder":"2","bid":3,"points":{"high":"2","low":"3","jack":"2","game":"2"}}}', NULL, 1, '2026-09-12 19:48:40+00', '\xdd7e3e45a2ac9828a3451d4b15cd3a97b0f2b8cf3aa54ba8b41028c204d3da75', '\x5877ba3d22653dc2fbfd83d9041d710b92a583ea174a5d80a0031696e9ae6e08');
INSERT INTO public.lines VALUES (1, 3, 4, '00000000000000000000000000000019', 'line', NULL, '{"v":1,"line":{"bidder":"3","bid":2,"points":{"high":"1","low":"2","game":"1"}}}', NULL, 1, '2026-09-12 19:49:20+00', '\x5877ba3d22653dc2fbfd83d9041d710b92a583ea174a5d80a0031696e9ae6e08', '\x59fa6e0401810ff34aa1b1bb885d50d43ea164158d302c1cede03e823fd57404');
INSERT INTO public.lines VALUES (1, 3, 5, '0000000000000000000000000000001a', 'line', NULL, '{"v":1,"line":{"rules":{"game.tie":"low"},"note":"after that tie"}}', NULL, 1, '2026-09-12 19:50:00+00', '\x59fa6e0401810ff34aa1b1bb885d50d43ea164158d302c1cede03e823fd57404', '\xb1e4bce98a60a311fbb42b794a3a2e25941f3087539466060a99292408a7bb99');
INSERT INTO public.lines VALUES (1, 3, 6, '0000000000000000000000000000001b', 'line', NULL, '{"v":1,"line":{"leave":"2"}}', NULL, 1, '2026-09-12 19:50:40+00', '\xb1e4bce98a60a311fbb42b794a3a2e25941f3087539466060a99292408a7bb99', '\xf7bfc4cb5dc1f469c5bd745103eb2110ec6f876fe0700eb970b5770b29b84c63');
INSERT INTO public.lines VALUES (1, 3, 7, '0000000000000000000000000000001c', 'correct', 4, '{"v":1,"line":{"bidder":"3","bid":3,"points":{"high":"1","low":"2","game":"1"}},"reason":"He bid three"}', NULL, 1, '2026-09-12 19:51:20+00', '\xf7bfc4cb5dc1f469c5bd745103eb2110ec6f876fe0700eb970b5770b29b84c63', '\xe51a4d90bbbb2d5ac4b5a2b5b1a66b8fb6ce0e54ca4dce391aaeb6d040bb49c2');
INSERT INTO public.lines VALUES (1, 3, 8, '0000000000000000000000000000001d', 'line', NULL, '{"v":1,"line":{"settle":true}}', NULL, 1, '2026-09-12 19:52:00+00', '\xe51a4d90bbbb2d5ac4b5a2b5b1a66b8fb6ce0e54ca4dce391aaeb6d040bb49c2', '\x12f81a2066687159c172591489c9c7c6e146526e6aa62684b28b3d81308e86aa');
INSERT INTO public.lines VALUES (1, 3, 9, '0000000000000000000000000000001e', 'line', NULL, '{"v":1,"line":{"bidder":"1","bid":2,"points":{"high":"1","jack":"1"}}}', NULL, 1, '2026-09-12 19:52:40+00', '\x12f81a2066687159c172591489c9c7c6e146526e6aa62684b28b3d81308e86aa', '\x4c80e2454ac5b953f9333e3cb3e3e8235c6d6aa8730450ad491b5756ccd7bd49');
INSERT INTO public.lines VALUES (1, 4, 1, '0000000000000000000000000000001f.1', 'line', NULL, '{"v":1,"line":{"bidder":"2","bid":3,"points":{"high":"2","low":"4","jack":"1","game":"2"}}}', NULL, 1, '2026-09-12 19:53:20+00', '\xcfe215ae6b518ef869ae5ff0e3731a888a6254ddd5b15bcc50ebe6963f7dcd77', '\x9bd47bdc52a58ffc9e27b39bcc093a889430c0c634bb8ade62ae28c1990fcb1d');
INSERT INTO public.lines VALUES (1, 4, 2, '00000000000000000000000000000020', 'line', NULL, '{"v":1,"line":{"bidder":"1","bid":2,"points":{"high":"1","low":"1","game":"2"}}}', NULL, 1, '2026-09-12 19:54:00+00', '\x9bd47bdc52a58ffc9e27b39bcc093a889430c0c634bb8ade62ae28c1990fcb1d', '\x046e4cd608fe7630d9a915cd840b5abfba3df6fd30c5cdea20d1a8422396cc21');
INSERT INTO public.lines VALUES (2, 1, 1, '00000000000000000000000000000021', 'line', NULL, '{"v":1,"line":{"tricks":{"2":3,"3":2},"sat":["1"]}}', NULL, 2, '2026-09-19 19:55:20+00', '\x1df0f410fce85a51981e2bf73c66707e9caa45f70bebea95b82d6831d5f1eee0', '\xd937d4e42db94476158ef5b1d0fad1b3de4ccf17fc4ce8d11b4baf31aa8134ac');
INSERT INTO public.lines VALUES (2, 1, 2, '00000000000000000000000000000022', 'line', NULL, '{"v":1,"line":{"tricks":{"1":1,"2":4,"3":0}}}', NULL, 2, '2026-09-19 19:56:00+00', '\xd937d4e42db94476158ef5b1d0fad1b3de4ccf17fc4ce8d11b4baf31aa8134ac', '\xa4b93c882be4f239348a9e0958d03866dcde542c3528183144ceee06847ee404');
INSERT INTO public.lines VALUES (1, 5, 1, '00000000000000000000000000000025', 'line', NULL, '{"v":1,"line":{"bidder":"1","bid":4,"points":{"high":"1","low":"1","jack":"1","game":"1"}}}', NULL, 1, '2026-09-19 19:58:40+00', '\xaf2768bbd20c2d8582b0198d4a31bcb41371bdfe7e5eaaaf4157487d37ed28ec', '\x826fd740cca179c17f941fda5f8985d4d7ee1db3d08e720ec8853e66c4d29366');
INSERT INTO public.links VALUES (1, 1, 'join', NULL, 'W7C429Y', 1, '2026-09-12 19:32:00+00', NULL);
INSERT INTO public.links VALUES (1, 2, 'read', 1, 'OKhw1sopJa8gPsCbwF59_w', 1, '2026-09-12 19:32:00+00', NULL);
INSERT INTO public.links VALUES (1, 3, 'read', 2, 'y86OJd9UvxUfhAzftMhKyw', 1, '2026-09-12 19:45:20+00', NULL);
INSERT INTO public.links VALUES (1, 4, 'read', 3, 'AdwG84-9tiP7izTL8AmE4A', 1, '2026-09-12 19:46:40+00', NULL);
INSERT INTO public.links VALUES (1, 5, 'read', 4, 'QPmdfO0b8-Wo7kfBpVC5jA', 1, '2026-09-12 19:53:20+00', NULL);
INSERT INTO public.links VALUES (2, 1, 'join', NULL, 'Y6QM6NJ', 2, '2026-09-19 19:54:40+00', NULL);
INSERT INTO public.links VALUES (2, 2, 'read', 1, 'YyrU0b6hPJiPrVrMh7c_og', 2, '2026-09-19 19:54:40+00', NULL);
INSERT INTO public.links VALUES (1, 6, 'read', 5, 'r8aFIuO4vHCLLUStimecug', 1, '2026-09-19 19:58:00+00', NULL);
INSERT INTO public.members VALUES (1, 1, 'owner', '2026-09-12 19:32:00+00', NULL, NULL, NULL, NULL);
INSERT INTO public.members VALUES (2, 2, 'owner', '2026-09-19 19:54:40+00', NULL, NULL, NULL, NULL);
INSERT INTO public.nights VALUES (1, 1, '2026-09-12', '2026-09-12 19:32:00+00', NULL);
INSERT INTO public.nights VALUES (1, 2, '2026-09-04', '2026-09-12 19:53:20+00', NULL);
INSERT INTO public.nights VALUES (2, 1, '2026-09-19', '2026-09-19 19:54:40+00', NULL);
INSERT INTO public.nights VALUES (1, 3, '2026-09-19', '2026-09-19 19:58:00+00', NULL);
INSERT INTO public.pair_seasons VALUES (1, -1, 1, 3, 1, 1, 0, 8, 7, 0, 0, 0);
INSERT INTO public.pair_seasons VALUES (1, -1, 1, 2, 0, 0, 0, 0, 0, 1, 1, 0);
INSERT INTO public.pair_seasons VALUES (1, -1, 1, 4, 0, 0, 0, 0, 0, 1, 1, 0);
INSERT INTO public.pair_seasons VALUES (1, -1, 3, 1, 1, 1, 0, 8, 7, 0, 0, 0);
INSERT INTO public.pair_seasons VALUES (1, -1, 3, 2, 0, 0, 0, 0, 0, 1, 1, 0);
INSERT INTO public.pair_seasons VALUES (1, -1, 3, 4, 0, 0, 0, 0, 0, 1, 1, 0);
INSERT INTO public.pair_seasons VALUES (1, -1, 2, 1, 0, 0, 0, 0, 0, 1, 0, 1);
INSERT INTO public.pair_seasons VALUES (1, -1, 2, 3, 0, 0, 0, 0, 0, 1, 0, 1);
INSERT INTO public.pair_seasons VALUES (1, -1, 2, 4, 1, 0, 1, 1, 1, 0, 0, 0);
INSERT INTO public.pair_seasons VALUES (1, -1, 4, 1, 0, 0, 0, 0, 0, 1, 0, 1);
INSERT INTO public.pair_seasons VALUES (1, -1, 4, 3, 0, 0, 0, 0, 0, 1, 0, 1);
INSERT INTO public.pair_seasons VALUES (1, -1, 4, 2, 1, 0, 1, 1, 1, 0, 0, 0);
INSERT INTO public.pair_seasons VALUES (2, 0, 1, 2, 0, 0, 0, 0, 0, 1, 0, 1);
INSERT INTO public.pair_seasons VALUES (2, 0, 1, 3, 0, 0, 0, 0, 0, 1, 0, 1);
INSERT INTO public.pair_seasons VALUES (2, 0, 2, 1, 0, 0, 0, 0, 0, 1, 1, 0);
INSERT INTO public.pair_seasons VALUES (2, 0, 2, 3, 0, 0, 0, 0, 0, 1, 1, 0);
INSERT INTO public.pair_seasons VALUES (2, 0, 3, 1, 0, 0, 0, 0, 0, 1, 1, 0);
INSERT INTO public.pair_seasons VALUES (2, 0, 3, 2, 0, 0, 0, 0, 0, 1, 0, 1);
INSERT INTO public.pair_seasons VALUES (2, -1, 1, 2, 0, 0, 0, 0, 0, 1, 0, 1);
INSERT INTO public.pair_seasons VALUES (2, -1, 1, 3, 0, 0, 0, 0, 0, 1, 0, 1);
INSERT INTO public.pair_seasons VALUES (2, -1, 2, 1, 0, 0, 0, 0, 0, 1, 1, 0);
INSERT INTO public.pair_seasons VALUES (2, -1, 2, 3, 0, 0, 0, 0, 0, 1, 1, 0);
INSERT INTO public.pair_seasons VALUES (2, -1, 3, 1, 0, 0, 0, 0, 0, 1, 1, 0);
INSERT INTO public.pair_seasons VALUES (2, -1, 3, 2, 0, 0, 0, 0, 0, 1, 0, 1);
INSERT INTO public.pair_seasons VALUES (1, 1, 1, 3, 1, 1, 0, 8, 7, 0, 0, 0);
INSERT INTO public.pair_seasons VALUES (1, 1, 1, 2, 0, 0, 0, 0, 0, 1, 1, 0);
INSERT INTO public.pair_seasons VALUES (1, 1, 1, 4, 0, 0, 0, 0, 0, 1, 1, 0);
INSERT INTO public.pair_seasons VALUES (1, 1, 3, 1, 1, 1, 0, 8, 7, 0, 0, 0);
INSERT INTO public.pair_seasons VALUES (1, 1, 3, 2, 0, 0, 0, 0, 0, 1, 1, 0);
INSERT INTO public.pair_seasons VALUES (1, 1, 3, 4, 0, 0, 0, 0, 0, 1, 1, 0);
INSERT INTO public.pair_seasons VALUES (1, 1, 2, 1, 0, 0, 0, 0, 0, 1, 0, 1);
INSERT INTO public.pair_seasons VALUES (1, 1, 2, 3, 0, 0, 0, 0, 0, 1, 0, 1);
INSERT INTO public.pair_seasons VALUES (1, 1, 2, 4, 1, 0, 1, 1, 1, 0, 0, 0);
INSERT INTO public.pair_seasons VALUES (1, 1, 4, 1, 0, 0, 0, 0, 0, 1, 0, 1);
INSERT INTO public.pair_seasons VALUES (1, 1, 4, 3, 0, 0, 0, 0, 0, 1, 0, 1);
INSERT INTO public.pair_seasons VALUES (1, 1, 4, 2, 1, 0, 1, 1, 1, 0, 0, 0);
INSERT INTO public.partner_games VALUES (1, 1, 3, '2026-09-12', 1);
INSERT INTO public.partner_games VALUES (1, 2, 4, '2026-09-12', 1);
INSERT INTO public.people VALUES (1, 1, 'Ann', NULL, 0, NULL, NULL);
INSERT INTO public.people VALUES (1, 3, 'Cy', NULL, 0, NULL, NULL);
INSERT INTO public.people VALUES (1, 4, 'Dee', NULL, 0, NULL, NULL);
INSERT INTO public.people VALUES (2, 1, 'Ann', NULL, 0, NULL, NULL);
INSERT INTO public.people VALUES (2, 2, 'Flo', NULL, 0, NULL, NULL);
INSERT INTO public.people VALUES (2, 3, 'Gil', NULL, 0, NULL, NULL);
INSERT INTO public.people VALUES (1, 2, 'Robert', NULL, 0, NULL, NULL);
INSERT INTO public.people VALUES (1, 5, 'Eve', NULL, 1, NULL, NULL);
INSERT INTO public.person_seasons VALUES (2, -1, 3, '{"against":7,"blanks":1,"boxes":1,"for":-3,"games":1,"hands":2,"lost":1,"stayed":2,"tricks":2}', NULL);
INSERT INTO public.person_seasons VALUES (1, 1, 1, '{"against":20,"b.at.game":9,"b.at.high":9,"b.at.high_joker":8,"b.at.jack":9,"b.at.low":9,"b.at.low_joker":8,"b.at.off_jack":8,"b.at.trey":8,"b.got.game":8,"b.got.high":9,"b.got.high_joker":8,"b.got.jack":8,"b.got.low":1,"b.got.low_joker":8,"b.got.off_jack":8,"b.got.trey":7,"bid.2":1,"bid.9":4,"bid_permille":4100,"bid_sum":38,"bids":5,"cents.USD":170,"counted":5,"counted_bid_sum":38,"d.at.game":3,"d.at.high":3,"d.at.high_joker":1,"d.at.jack":3,"d.at.low":3,"d.at.low_joker":1,"d.at.off_jack":1,"d.at.trey":1,"d.got.game":2,"d.got.high":1,"defended":3,"defended_set":1,"for":54,"games":2,"hands":12,"made":5,"made.2":1,"made.9":4,"over_of":5,"side_bids":9,"side_made":8,"took_sum":38,"won":1}', '{"mu":26964295,"sigma":8177962,"run":1,"longest":1,"drought":0}');
INSERT INTO public.person_seasons VALUES (1, -1, 4, '{"against":54,"b.at.game":1,"b.at.high":1,"b.at.high_joker":1,"b.at.jack":1,"b.at.low":1,"b.at.low_joker":1,"b.at.off_jack":1,"b.at.trey":1,"b.got.high":1,"b.got.high_joker":1,"b.got.jack":1,"b.got.low":1,"b.got.low_joker":1,"b.got.off_jack":1,"b.got.trey":1,"cents.USD":-100,"d.at.game":8,"d.at.high":8,"d.at.high_joker":8,"d.at.jack":8,"d.at.low":8,"d.at.low_joker":8,"d.at.off_jack":8,"d.at.trey":8,"d.got.low":8,"d.got.trey":1,"defended":8,"defended_set":1,"for":20,"games":1,"hands":9,"lost":1,"side_bids":1,"side_made":1}', NULL);
INSERT INTO public.person_seasons VALUES (1, 1, 2, '{"against":54,"b.at.game":2,"b.at.high":2,"b.at.high_joker":1,"b.at.jack":2,"b.at.low":2,"b.at.low_joker":1,"b.at.off_jack":1,"b.at.trey":1,"b.got.game":1,"b.got.high":2,"b.got.high_joker":1,"b.got.jack":2,"b.got.low":1,"b.got.low_joker":1,"b.got.off_jack":1,"b.got.trey":1,"bid.3":1,"bid.7":1,"bid_permille":1450,"bid_sum":10,"bids":2,"counted":2,"counted_bid_sum":10,"d.at.game":10,"d.at.high":10,"d.at.high_joker":8,"d.at.jack":10,"d.at.low":10,"d.at.low_joker":8,"d.at.off_jack":8,"d.at.trey":8,"d.got.low":9,"d.got.trey":1,"defended":10,"defended_set":2,"for":20,"games":2,"hands":12,"lost":1,"made":2,"made.3":1,"made.7":1,"over":2,"over_of":2,"side_bids":2,"side_made":2,"took_sum":12}', '{"mu":23035705,"sigma":8177962,"run":-1,"longest":0,"drought":1}');
INSERT INTO public.person_seasons VALUES (1, -1, 1, '{"against":20,"b.at.game":9,"b.at.high":9,"b.at.high_joker":8,"b.at.jack":9,"b.at.low":9,"b.at.low_joker":8,"b.at.off_jack":8,"b.at.trey":8,"b.got.game":8,"b.got.high":9,"b.got.high_joker":8,"b.got.jack":8,"b.got.low":1,"b.got.low_joker":8,"b.got.off_jack":8,"b.got.trey":7,"bid.2":1,"bid.9":4,"bid_permille":4100,"bid_sum":38,"bids":5,"cents.USD":170,"counted":5,"counted_bid_sum":38,"d.at.game":3,"d.at.high":3,"d.at.high_joker":1,"d.at.jack":3,"d.at.low":3,"d.at.low_joker":1,"d.at.off_jack":1,"d.at.trey":1,"d.got.game":2,"d.got.high":1,"defended":3,"defended_set":1,"for":54,"games":2,"hands":12,"made":5,"made.2":1,"made.9":4,"over_of":5,"side_bids":9,"side_made":8,"took_sum":38,"won":1}', NULL);
INSERT INTO public.person_seasons VALUES (1, -1, 2, '{"against":54,"b.at.game":2,"b.at.high":2,"b.at.high_joker":1,"b.at.jack":2,"b.at.low":2,"b.at.low_joker":1,"b.at.off_jack":1,"b.at.trey":1,"b.got.game":1,"b.got.high":2,"b.got.high_joker":1,"b.got.jack":2,"b.got.low":1,"b.got.low_joker":1,"b.got.off_jack":1,"b.got.trey":1,"bid.3":1,"bid.7":1,"bid_permille":1450,"bid_sum":10,"bids":2,"counted":2,"counted_bid_sum":10,"d.at.game":10,"d.at.high":10,"d.at.high_joker":8,"d.at.jack":10,"d.at.low":10,"d.at.low_joker":8,"d.at.off_jack":8,"d.at.trey":8,"d.got.low":9,"d.got.trey":1,"defended":10,"defended_set":2,"for":20,"games":2,"hands":12,"lost":1,"made":2,"made.3":1,"made.7":1,"over":2,"over_of":2,"side_bids":2,"side_made":2,"took_sum":12}', NULL);
INSERT INTO public.person_seasons VALUES (1, -1, 3, '{"against":20,"b.at.game":9,"b.at.high":9,"b.at.high_joker":8,"b.at.jack":9,"b.at.low":9,"b.at.low_joker":8,"b.at.off_jack":8,"b.at.trey":8,"b.got.game":8,"b.got.high":8,"b.got.high_joker":8,"b.got.jack":8,"b.got.low_joker":8,"b.got.off_jack":8,"b.got.trey":7,"bid.3":1,"bid.8":1,"bid.9":3,"bid_permille":4250,"bid_sum":38,"bids":5,"cents.USD":-45,"counted":5,"counted_bid_sum":38,"d.at.game":3,"d.at.high":3,"d.at.high_joker":1,"d.at.jack":3,"d.at.low":3,"d.at.low_joker":1,"d.at.off_jack":1,"d.at.trey":1,"d.got.game":2,"d.got.low":1,"defended":3,"for":54,"games":2,"hands":12,"made":3,"made.9":3,"over_of":3,"set":2,"short":5,"side_bids":9,"side_made":7,"took_sum":33,"won":1}', NULL);
INSERT INTO public.person_seasons VALUES (2, 0, 1, '{"against":7,"for":-4,"games":1,"hands":2,"lost":1,"sat":1,"stayed":1,"tricks":1}', '{"mu":21413689,"sigma":8058224,"run":-1,"longest":0,"drought":1}');
INSERT INTO public.person_seasons VALUES (2, 0, 2, '{"against":-3,"boxes":1,"for":7,"games":1,"hands":2,"stayed":2,"tricks":7,"won":1}', '{"mu":27869049,"sigma":8205243,"run":1,"longest":1,"drought":0}');
INSERT INTO public.person_seasons VALUES (2, 0, 3, '{"against":7,"blanks":1,"boxes":1,"for":-3,"games":1,"hands":2,"lost":1,"stayed":2,"tricks":2}', '{"mu":25717262,"sigma":8058224,"run":-1,"longest":0,"drought":1}');
INSERT INTO public.person_seasons VALUES (2, -1, 1, '{"against":7,"for":-4,"games":1,"hands":2,"lost":1,"sat":1,"stayed":1,"tricks":1}', NULL);
INSERT INTO public.person_seasons VALUES (2, -1, 2, '{"against":-3,"boxes":1,"for":7,"games":1,"hands":2,"stayed":2,"tricks":7,"won":1}', NULL);
INSERT INTO public.person_seasons VALUES (1, -1, 5, '{"cents.USD":-25,"d.at.game":2,"d.at.high":2,"d.at.jack":2,"d.at.low":2,"defended":2,"defended_set":1,"games":1,"hands":2}', NULL);
INSERT INTO public.person_seasons VALUES (1, 1, 3, '{"against":20,"b.at.game":9,"b.at.high":9,"b.at.high_joker":8,"b.at.jack":9,"b.at.low":9,"b.at.low_joker":8,"b.at.off_jack":8,"b.at.trey":8,"b.got.game":8,"b.got.high":8,"b.got.high_joker":8,"b.got.jack":8,"b.got.low_joker":8,"b.got.off_jack":8,"b.got.trey":7,"bid.3":1,"bid.8":1,"bid.9":3,"bid_permille":4250,"bid_sum":38,"bids":5,"cents.USD":-45,"counted":5,"counted_bid_sum":38,"d.at.game":3,"d.at.high":3,"d.at.high_joker":1,"d.at.jack":3,"d.at.low":3,"d.at.low_joker":1,"d.at.off_jack":1,"d.at.trey":1,"d.got.game":2,"d.got.low":1,"defended":3,"for":54,"games":2,"hands":12,"made":3,"made.9":3,"over_of":3,"set":2,"short":5,"side_bids":9,"side_made":7,"took_sum":33,"won":1}', '{"mu":26964295,"sigma":8177962,"run":1,"longest":1,"drought":0}');
INSERT INTO public.person_seasons VALUES (1, 1, 4, '{"against":54,"b.at.game":1,"b.at.high":1,"b.at.high_joker":1,"b.at.jack":1,"b.at.low":1,"b.at.low_joker":1,"b.at.off_jack":1,"b.at.trey":1,"b.got.high":1,"b.got.high_joker":1,"b.got.jack":1,"b.got.low":1,"b.got.low_joker":1,"b.got.off_jack":1,"b.got.trey":1,"cents.USD":-100,"d.at.game":8,"d.at.high":8,"d.at.high_joker":8,"d.at.jack":8,"d.at.low":8,"d.at.low_joker":8,"d.at.off_jack":8,"d.at.trey":8,"d.got.low":8,"d.got.trey":1,"defended":8,"defended_set":1,"for":20,"games":1,"hands":9,"lost":1,"side_bids":1,"side_made":1}', '{"mu":23035705,"sigma":8177962,"run":-1,"longest":0,"drought":1}');
INSERT INTO public.person_seasons VALUES (1, 1, 5, '{"cents.USD":-25,"d.at.game":2,"d.at.high":2,"d.at.jack":2,"d.at.low":2,"defended":2,"defended_set":1,"games":1,"hands":2}', '{"mu":25000000,"sigma":8333333,"run":0,"longest":0,"drought":0}');
INSERT INTO public.plays VALUES (2, 1, 1, '2026-09-19', 0, 'smoke', 0, NULL, 0, 25000000, 8333333, 21413689, 8058224, -1, 0, 1);
INSERT INTO public.plays VALUES (2, 1, 2, '2026-09-19', 0, 'smoke', 1, NULL, 0, 25000000, 8333333, 27869049, 8205243, 1, 1, 0);
INSERT INTO public.plays VALUES (2, 1, 3, '2026-09-19', 0, 'smoke', 0, NULL, 0, 25000000, 8333333, 25717262, 8058224, -1, 0, 1);
INSERT INTO public.plays VALUES (1, 1, 1, '2026-09-12', 1, 'minnesota-ten-point', 1, 'USD', 100, 25000000, 8333333, 26964295, 8177962, 1, 1, 0);
INSERT INTO public.plays VALUES (1, 1, 2, '2026-09-12', 1, 'minnesota-ten-point', 0, 'USD', -100, 25000000, 8333333, 23035705, 8177962, -1, 0, 1);
INSERT INTO public.plays VALUES (1, 1, 3, '2026-09-12', 1, 'minnesota-ten-point', 1, 'USD', 100, 25000000, 8333333, 26964295, 8177962, 1, 1, 0);
INSERT INTO public.plays VALUES (1, 1, 4, '2026-09-12', 1, 'minnesota-ten-point', 0, 'USD', -100, 25000000, 8333333, 23035705, 8177962, -1, 0, 1);
INSERT INTO public.plays VALUES (1, 3, 1, '2026-09-12', 1, 'money-pitch', NULL, 'USD', 70, 26964295, 8177962, 26964295, 8177962, 1, 1, 0);
INSERT INTO public.plays VALUES (1, 3, 2, '2026-09-12', 1, 'money-pitch', NULL, 'USD', 100, 23035705, 8177962, 23035705, 8177962, -1, 0, 1);
INSERT INTO public.plays VALUES (1, 3, 3, '2026-09-12', 1, 'money-pitch', NULL, 'USD', -145, 26964295, 8177962, 26964295, 8177962, 1, 1, 0);
INSERT INTO public.plays VALUES (1, 3, 5, '2026-09-12', 1, 'money-pitch', NULL, 'USD', -25, 25000000, 8333333, 25000000, 8333333, 0, 0, 0);
INSERT INTO public.postings VALUES (1, 1, 1, 100);
INSERT INTO public.postings VALUES (1, 1, 2, -100);
INSERT INTO public.postings VALUES (1, 1, 3, 100);
INSERT INTO public.postings VALUES (1, 1, 4, -100);
INSERT INTO public.postings VALUES (1, 2, 1, 45);
INSERT INTO public.postings VALUES (1, 2, 2, -35);
INSERT INTO public.postings VALUES (1, 2, 3, -10);
INSERT INTO public.postings VALUES (1, 3, 1, 14);
INSERT INTO public.postings VALUES (1, 3, 2, 124);
INSERT INTO public.postings VALUES (1, 3, 3, -102);
INSERT INTO public.postings VALUES (1, 3, 5, -36);
INSERT INTO public.postings VALUES (1, 4, 1, -14);
INSERT INTO public.postings VALUES (1, 4, 2, -124);
INSERT INTO public.postings VALUES (1, 4, 3, 102);
INSERT INTO public.postings VALUES (1, 4, 5, 36);
INSERT INTO public.postings VALUES (1, 5, 2, 135);
INSERT INTO public.postings VALUES (1, 5, 1, 25);
INSERT INTO public.postings VALUES (1, 5, 5, -25);
INSERT INTO public.postings VALUES (1, 5, 3, -135);
INSERT INTO public.postings VALUES (1, 6, 2, 50);
INSERT INTO public.postings VALUES (1, 6, 1, -50);
INSERT INTO public.postings VALUES (1, 7, 2, 25);
INSERT INTO public.postings VALUES (1, 7, 1, -25);
INSERT INTO public.postings VALUES (1, 8, 1, 25);
INSERT INTO public.postings VALUES (1, 8, 2, -25);
INSERT INTO public.results VALUES (2, 1, '2026-09-19', 0, 'smoke', '{"v":1,"variant":"smoke","sides":[[1],[2],[3]],"places":[3,1,2],"people":{"1":{"against":7,"for":-4,"games":1,"hands":2,"lost":1,"sat":1,"stayed":1,"tricks":1},"2":{"against":-3,"boxes":1,"for":7,"games":1,"hands":2,"stayed":2,"tricks":7,"won":1},"3":{"against":7,"blanks":1,"boxes":1,"for":-3,"games":1,"hands":2,"lost":1,"stayed":2,"tricks":2}},"partners":[],"currency":null,"cents":{}}');
INSERT INTO public.results VALUES (1, 1, '2026-09-12', 1, 'minnesota-ten-point', '{"v":1,"variant":"minnesota-ten-point","sides":[[1,3],[2,4]],"places":[1,2],"people":{"1":{"against":20,"b.at.game":8,"b.at.high":8,"b.at.high_joker":8,"b.at.jack":8,"b.at.low":8,"b.at.low_joker":8,"b.at.off_jack":8,"b.at.trey":8,"b.got.game":8,"b.got.high":8,"b.got.high_joker":8,"b.got.jack":8,"b.got.low_joker":8,"b.got.off_jack":8,"b.got.trey":7,"bid.9":4,"bid_permille":3600,"bid_sum":36,"bids":4,"cents.USD":100,"counted":4,"counted_bid_sum":36,"d.at.game":1,"d.at.high":1,"d.at.high_joker":1,"d.at.jack":1,"d.at.low":1,"d.at.low_joker":1,"d.at.off_jack":1,"d.at.trey":1,"d.got.game":1,"defended":1,"for":54,"games":1,"hands":9,"made":4,"made.9":4,"over_of":4,"side_bids":8,"side_made":7,"took_sum":36,"won":1},"2":{"against":54,"b.at.game":1,"b.at.high":1,"b.at.high_joker":1,"b.at.jack":1,"b.at.low":1,"b.at.low_joker":1,"b.at.off_jack":1,"b.at.trey":1,"b.got.high":1,"b.got.high_joker":1,"b.got.jack":1,"b.got.low":1,"b.got.low_joker":1,"b.got.off_jack":1,"b.got.trey":1,"bid.7":1,"bid_permille":700,"bid_sum":7,"bids":1,"cents.USD":-100,"counted":1,"counted_bid_sum":7,"d.at.game":8,"d.at.high":8,"d.at.high_joker":8,"d.at.jack":8,"d.at.low":8,"d.at.low_joker":8,"d.at.off_jack":8,"d.at.trey":8,"d.got.low":8,"d.got.trey":1,"defended":8,"defended_set":1,"for":20,"games":1,"hands":9,"lost":1,"made":1,"made.7":1,"over":2,"over_of":1,"side_bids":1,"side_made":1,"took_sum":9},"3":{"against":20,"b.at.game":8,"b.at.high":8,"b.at.high_joker":8,"b.at.jack":8,"b.at.low":8,"b.at.low_joker":8,"b.at.off_jack":8,"b.at.trey":8,"b.got.game":8,"b.got.high":8,"b.got.high_joker":8,"b.got.jack":8,"b.got.low_joker":8,"b.got.off_jack":8,"b.got.trey":7,"bid.8":1,"bid.9":3,"bid_permille":3500,"bid_sum":35,"bids":4,"cents.USD":100,"counted":4,"counted_bid_sum":35,"d.at.game":1,"d.at.high":1,"d.at.high_joker":1,"d.at.jack":1,"d.at.low":1,"d.at.low_joker":1,"d.at.off_jack":1,"d.at.trey":1,"d.got.game":1,"defended":1,"for":54,"games":1,"hands":9,"made":3,"made.9":3,"over_of":3,"set":1,"short":2,"side_bids":8,"side_made":7,"took_sum":33,"won":1},"4":{"against":54,"b.at.game":1,"b.at.high":1,"b.at.high_joker":1,"b.at.jack":1,"b.at.low":1,"b.at.low_joker":1,"b.at.off_jack":1,"b.at.trey":1,"b.got.high":1,"b.got.high_joker":1,"b.got.jack":1,"b.got.low":1,"b.got.low_joker":1,"b.got.off_jack":1,"b.got.trey":1,"cents.USD":-100,"d.at.game":8,"d.at.high":8,"d.at.high_joker":8,"d.at.jack":8,"d.at.low":8,"d.at.low_joker":8,"d.at.off_jack":8,"d.at.trey":8,"d.got.low":8,"d.got.trey":1,"defended":8,"defended_set":1,"for":20,"games":1,"hands":9,"lost":1,"side_bids":1,"side_made":1}},"partners":[[1,3,8,7],[2,4,1,1]],"currency":"USD","cents":{"1":100,"2":-100,"3":100,"4":-100}}');
INSERT INTO public.results VALUES (1, 3, '2026-09-12', 1, 'money-pitch', '{"v":1,"variant":"money-pitch","sides":[],"places":[],"people":{"1":{"b.at.game":1,"b.at.high":1,"b.at.jack":1,"b.at.low":1,"b.got.high":1,"b.got.low":1,"bid.2":1,"bid_permille":500,"bid_sum":2,"bids":1,"cents.USD":70,"counted":1,"counted_bid_sum":2,"d.at.game":2,"d.at.high":2,"d.at.jack":2,"d.at.low":2,"d.got.game":1,"d.got.high":1,"defended":2,"defended_set":1,"games":1,"hands":3,"made":1,"made.2":1,"over_of":1,"side_bids":1,"side_made":1,"took_sum":2},"2":{"b.at.game":1,"b.at.high":1,"b.at.jack":1,"b.at.low":1,"b.got.game":1,"b.got.high":1,"b.got.jack":1,"bid.3":1,"bid_permille":750,"bid_sum":3,"bids":1,"cents.USD":100,"counted":1,"counted_bid_sum":3,"d.at.game":2,"d.at.high":2,"d.at.jack":2,"d.at.low":2,"d.got.low":1,"defended":2,"defended_set":1,"games":1,"hands":3,"made":1,"made.3":1,"over_of":1,"side_bids":1,"side_made":1,"took_sum":3},"3":{"b.at.game":1,"b.at.high":1,"b.at.jack":1,"b.at.low":1,"bid.3":1,"bid_permille":750,"bid_sum":3,"bids":1,"cents.USD":-145,"counted":1,"counted_bid_sum":3,"d.at.game":2,"d.at.high":2,"d.at.jack":2,"d.at.low":2,"d.got.game":1,"d.got.low":1,"defended":2,"games":1,"hands":3,"set":1,"short":3,"side_bids":1},"5":{"cents.USD":-25,"d.at.game":2,"d.at.high":2,"d.at.jack":2,"d.at.low":2,"defended":2,"defended_set":1,"games":1,"hands":2}},"partners":[],"currency":"USD","cents":{"1":70,"2":100,"3":-145,"5":-25}}');
INSERT INTO public.rulebooks VALUES (1, 1, '19951a22132fdbef628df5f544f9b1c151b6ec9cf86cdb9a94ff149a11aa8baf', '{"key":"minnesota-ten-point","name":"Minnesota ten-point Smear","family":"Smear","kind":"bidding","summary":"Ten points a hand, bids from 4, to 52; five players call a partner","sources":["catalogue V06","catalogue V07","catalogue V08","source 000"],"asks":["game.tie","auction.all_pass","call.alone_by_choice"],"settings":{"deck.joker_tie":"first","deck.ranks":"A K Q J 10 9 8 7 6 5 4 3 2","deck.jokers":2,"deal.may_discard":"no-trump","deal.cards":9,"deal.hand":6,"deal.exchange":"discard","deal.exchange_size":3,"play.follow":"follow-or-trump","play.first_lead":"any","auction.min":4,"auction.max":"all","auction.rounds":"one","auction.all_pass":"redeal","points.high.worth":1,"points.high.to":"holder","points.high.card":"in-play","points.low.worth":1,"points.low.to":"holder","points.low.card":"in-play","points.jack.worth":1,"points.jack.to":"taker","points.game.worth":1,"points.game.to":"taker","game.by":"count","game.tie":"nobody","scoring.made":"taken","scoring.others":"taken","finish.target":52,"finish.may_win":"any","finish.crossing":"higher-then-bidders","dealing.next":"left","deck.off_jack":true,"points.off_jack.worth":1,"points.off_jack.to":"taker","points.high_joker.worth":1,"points.high_joker.to":"taker","points.low_joker.worth":1,"points.low_joker.to":"taker","points.trey.worth":3,"points.trey.to":"taker"},"sizes":{"4":{"seating.sides":"partners","deal.cards":10,"deal.exchange_size":4},"5":{"seating.sides":"called-partner","call.what":"trump-by-rank","call.not":"own-and-trey","call.reveal":"at-once","call.alone_by_choice":false,"deal.cards":10,"deal.exchange_size":4},"6":{"seating.sides":"partners","deal.cards":8,"deal.exchange_size":2}},"jokers_lowest":false}');
INSERT INTO public.rulebooks VALUES (1, 2, '60e70aa934b8bffb3df88d82cf3df575871988867482e57712381abe84f5cf49', '{"key":"money-pitch","name":"Money Pitch","family":"Pitch","kind":"bidding","summary":"Everyone alone, no target: so much a point against the average; come and go as you like","sources":["catalogue V44","source 003"],"asks":["special.made","special.failed"],"settings":{"auction.trump":"first-lead","auction.min":2,"auction.max":"all","auction.rounds":"one","auction.dealer_steals":true,"auction.all_pass":"dealer-forced","auction.throw_card":false,"auction.double_if_over_throw_set":false,"deal.packets":3,"deal.cards":6,"deal.hand":6,"deal.exchange":"none","deck.ranks":"A K Q J 10 9 8 7 6 5 4 3 2","play.follow":"follow-or-trump","play.first_lead":"trump","play.no_trump_first_trick":false,"special.name":"moon","special.bid":"above","special.needs":"all-points-and-tricks","special.made":"none","special.made_score":4,"special.failed":"none","special.failed_score":4,"points.high.worth":1,"points.high.to":"holder","points.high.card":"in-play","points.low.worth":1,"points.low.to":"taker","points.low.card":"in-play","points.jack.worth":1,"points.jack.to":"taker","points.game.worth":1,"points.game.to":"taker","game.by":"count","game.tie":"nobody","scoring.made":"taken","scoring.others":"taken","finish.target":"none","finish.may_win":"bid-made","dealing.next":"left","table.open":true},"sizes":{"2":{"seating.sides":"solo"},"3":{"seating.sides":"solo"},"4":{"seating.sides":"solo"},"5":{"seating.sides":"solo"},"6":{"auction.trump":"first-lead","deal.packets":3,"deal.cards":6,"deal.exchange":"none","deal.exchange_size":0,"seating.sides":"solo"},"7":{"seating.sides":"solo"},"8":{"seating.sides":"solo"}},"jokers_lowest":false,"notes":{"winning":["To settle up, compare every score with the average of the table: for each point above it you collect, usually 10 cents, and for each point below it you pay as much. A made moon brings a dollar from each of the others and is marked with a star; for a failed one you pay each of them a dollar."]}}');
INSERT INTO public.rulebooks VALUES (1, 3, '160266bcb9efd5c00f49bb113e5c4c089ef5307a72df189123bd5be023ff6048', '{"key":"partnership-pitch","name":"Partnership Pitch","family":"Pitch","kind":"bidding","summary":"Four points a hand, bids 2 to 4 or smudge; only a made bid wins, at 21","sources":["catalogue V24","catalogue V26","catalogue V27","catalogue V28","source 003"],"asks":["auction.throw_card","auction.double_if_over_throw_set","play.no_trump_first_trick"],"settings":{"auction.trump":"first-lead","auction.min":2,"auction.max":"all","auction.rounds":"one","auction.dealer_steals":true,"auction.all_pass":"dealer-forced","auction.throw_card":false,"auction.double_if_over_throw_set":false,"deal.packets":3,"deal.cards":6,"deal.hand":6,"deal.exchange":"none","deck.ranks":"A K Q J 10 9 8 7 6 5 4 3 2","play.follow":"follow-or-trump","play.first_lead":"trump","play.no_trump_first_trick":false,"special.name":"smudge","special.bid":"above","special.needs":"all-points-and-tricks","special.made":"score","special.made_score":"bid","special.failed":"lose","special.failed_score":"bid","points.high.worth":1,"points.high.to":"holder","points.high.card":"in-play","points.low.worth":1,"points.low.to":"taker","points.low.card":"in-play","points.jack.worth":1,"points.jack.to":"taker","points.game.worth":1,"points.game.to":"taker","game.by":"count","game.tie":"nobody","scoring.made":"taken","scoring.others":"taken","finish.target":21,"finish.may_win":"bid-made","dealing.next":"left"},"sizes":{"4":{"seating.sides":"partners"},"6":{"auction.trump":"named","deal.packets":0,"deal.cards":8,"deal.exchange":"discard","deal.exchange_size":2,"seating.sides":"pairs"}},"jokers_lowest":false}');
INSERT INTO public.rulebooks VALUES (2, 1, '2c428b6631ea6d11317bab7b6f80001c29971581ba9f21e718038589daf1d881', '{"key":"smoke","name":"Smoke","family":"Smoke","kind":"smoke","summary":"Everyone alone, from ten down to zero: one off a trick, five up for none","sources":["catalogue V48","source 002"],"asks":["tally.never_land_at"],"settings":{"deck.ranks":"A K Q J 10 9 8 7 6 5 4 3 2","deal.cards":5,"deal.hand":5,"deal.exchange":"draw","deal.exchange_size":5,"play.follow":"follow-or-trump","play.first_lead":"trump","play.no_trump_first_trick":false,"finish.start":10,"finish.direction":"down","finish.target":0,"tally.trick":-1,"tally.no_trick":5,"tally.infraction":5,"tally.max_sits":2,"tally.box_at":2,"tally.never_land_at":14},"sizes":{"2":{"seating.sides":"solo"},"3":{"seating.sides":"solo"},"4":{"seating.sides":"solo"},"5":{"seating.sides":"solo"},"6":{"seating.sides":"solo"},"7":{"seating.sides":"solo"},"8":{"seating.sides":"solo"}},"jokers_lowest":false}');
INSERT INTO public.seasons VALUES (1, 1, 'Autumn', '2026-09-10', NULL, '{"by":"wins","floor":0,"nights":3}', NULL);
INSERT INTO public.seats VALUES (1, 1, 1, 1);
INSERT INTO public.seats VALUES (1, 1, 2, 2);
INSERT INTO public.seats VALUES (1, 1, 3, 3);
INSERT INTO public.seats VALUES (1, 1, 4, 4);
INSERT INTO public.seats VALUES (1, 2, 1, 1);
INSERT INTO public.seats VALUES (1, 2, 2, 2);
INSERT INTO public.seats VALUES (1, 2, 3, 3);
INSERT INTO public.seats VALUES (1, 2, 4, 4);
INSERT INTO public.seats VALUES (1, 3, 1, 1);
INSERT INTO public.seats VALUES (1, 3, 2, 2);
INSERT INTO public.seats VALUES (1, 3, 3, 3);
INSERT INTO public.seats VALUES (1, 3, 4, 5);
INSERT INTO public.seats VALUES (1, 4, 1, 1);
INSERT INTO public.seats VALUES (1, 4, 2, 2);
INSERT INTO public.seats VALUES (1, 4, 3, 3);
INSERT INTO public.seats VALUES (1, 4, 4, 4);
INSERT INTO public.seats VALUES (2, 1, 1, 1);
INSERT INTO public.seats VALUES (2, 1, 2, 2);
INSERT INTO public.seats VALUES (2, 1, 3, 3);
INSERT INTO public.seats VALUES (1, 5, 1, 1);
INSERT INTO public.seats VALUES (1, 5, 2, 2);
INSERT INTO public.seats VALUES (1, 5, 3, 3);
INSERT INTO public.seats VALUES (1, 5, 4, 4);
SELECT pg_catalog.setval('public.devices_id_seq', 2, true);
SELECT pg_catalog.setval('public.failures_id_seq', 1, false);
SELECT pg_catalog.setval('public.leagues_id_seq', 2, true);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.balances
    ADD CONSTRAINT pk_balances PRIMARY KEY (league_id, currency, person_id);
ALTER TABLE ONLY public.changes
    ADD CONSTRAINT pk_changes PRIMARY KEY (league_id, id);
ALTER TABLE ONLY public.claims
    ADD CONSTRAINT pk_claims PRIMARY KEY (league_id);
ALTER TABLE ONLY public.devices
    ADD CONSTRAINT pk_devices PRIMARY KEY (id);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT pk_entries PRIMARY KEY (league_id, id);
ALTER TABLE ONLY public.failures
    ADD CONSTRAINT pk_failures PRIMARY KEY (id);
ALTER TABLE ONLY public.former_names
    ADD CONSTRAINT pk_former_names PRIMARY KEY (league_id, person_id, change_id);
ALTER TABLE ONLY public.game_houses
    ADD CONSTRAINT pk_game_houses PRIMARY KEY (league_id, game_id);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT pk_games PRIMARY KEY (league_id, id);
ALTER TABLE ONLY public.house_rules
    ADD CONSTRAINT pk_house_rules PRIMARY KEY (league_id, id);
ALTER TABLE ONLY public.house_versions
    ADD CONSTRAINT pk_house_versions PRIMARY KEY (league_id, house_id, number);
ALTER TABLE ONLY public.leagues
    ADD CONSTRAINT pk_leagues PRIMARY KEY (id);
ALTER TABLE ONLY public.lines
    ADD CONSTRAINT pk_lines PRIMARY KEY (league_id, game_id, seq);
ALTER TABLE ONLY public.links
    ADD CONSTRAINT pk_links PRIMARY KEY (league_id, id);
ALTER TABLE ONLY public.members
    ADD CONSTRAINT pk_members PRIMARY KEY (league_id, device_id);
ALTER TABLE ONLY public.nights
    ADD CONSTRAINT pk_nights PRIMARY KEY (league_id, id);
ALTER TABLE ONLY public.opinions
    ADD CONSTRAINT pk_opinions PRIMARY KEY (league_id, op_id);
ALTER TABLE ONLY public.pair_seasons
    ADD CONSTRAINT pk_pair_seasons PRIMARY KEY (league_id, season_id, person_id, other_id);
ALTER TABLE ONLY public.partner_games
    ADD CONSTRAINT pk_partner_games PRIMARY KEY (league_id, person_id, other_id, day, game_id);
ALTER TABLE ONLY public.people
    ADD CONSTRAINT pk_people PRIMARY KEY (league_id, id);
ALTER TABLE ONLY public.person_seasons
    ADD CONSTRAINT pk_person_seasons PRIMARY KEY (league_id, season_id, person_id);
ALTER TABLE ONLY public.plays
    ADD CONSTRAINT pk_plays PRIMARY KEY (league_id, game_id, person_id);
ALTER TABLE ONLY public.postings
    ADD CONSTRAINT pk_postings PRIMARY KEY (league_id, entry_id, person_id);
ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT pk_recovery_codes PRIMARY KEY (league_id, code_hash);
ALTER TABLE ONLY public.results
    ADD CONSTRAINT pk_results PRIMARY KEY (league_id, game_id);
ALTER TABLE ONLY public.rulebooks
    ADD CONSTRAINT pk_rulebooks PRIMARY KEY (league_id, id);
ALTER TABLE ONLY public.seasons
    ADD CONSTRAINT pk_seasons PRIMARY KEY (league_id, id);
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT pk_seats PRIMARY KEY (league_id, game_id, number);
ALTER TABLE ONLY public.tournament_lines
    ADD CONSTRAINT pk_tournament_lines PRIMARY KEY (league_id, tournament_id, seq);
ALTER TABLE ONLY public.tournaments
    ADD CONSTRAINT pk_tournaments PRIMARY KEY (league_id, id);
ALTER TABLE ONLY public.changes
    ADD CONSTRAINT uq_changes_league_id_op_id UNIQUE (league_id, op_id);
ALTER TABLE ONLY public.devices
    ADD CONSTRAINT uq_devices_token_hash UNIQUE (token_hash);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT uq_entries_league_id_op_id UNIQUE (league_id, op_id);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT uq_entries_league_id_reverses UNIQUE (league_id, reverses);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT uq_games_code UNIQUE (code);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT uq_games_league_id_op_id UNIQUE (league_id, op_id);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT uq_games_league_id_rematch_of UNIQUE (league_id, rematch_of);
ALTER TABLE ONLY public.house_versions
    ADD CONSTRAINT uq_house_versions_league_id_op_id UNIQUE (league_id, op_id);
ALTER TABLE ONLY public.leagues
    ADD CONSTRAINT uq_leagues_code UNIQUE (code);
ALTER TABLE ONLY public.lines
    ADD CONSTRAINT uq_lines_league_id_op_id UNIQUE (league_id, op_id);
ALTER TABLE ONLY public.links
    ADD CONSTRAINT uq_links_code UNIQUE (code);
ALTER TABLE ONLY public.nights
    ADD CONSTRAINT uq_nights_league_id_day UNIQUE (league_id, day);
ALTER TABLE ONLY public.rulebooks
    ADD CONSTRAINT uq_rulebooks_league_id_digest UNIQUE (league_id, digest);
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT uq_seats_league_id_person_id_game_id UNIQUE (league_id, person_id, game_id);
ALTER TABLE ONLY public.tournament_lines
    ADD CONSTRAINT uq_tournament_lines_league_id_op_id UNIQUE (league_id, op_id);
ALTER TABLE ONLY public.tournaments
    ADD CONSTRAINT uq_tournaments_board_code UNIQUE (board_code);
ALTER TABLE ONLY public.tournaments
    ADD CONSTRAINT uq_tournaments_code UNIQUE (code);
CREATE INDEX ix_entries_league_id_game_id ON public.entries USING btree (league_id, game_id);
CREATE INDEX ix_entries_league_id_night_id ON public.entries USING btree (league_id, night_id);
CREATE INDEX ix_failures_address_failed_at ON public.failures USING btree (address, failed_at);
CREATE INDEX ix_games_league_id_night_id ON public.games USING btree (league_id, night_id);
CREATE INDEX ix_games_league_id_title_key_id ON public.games USING btree (league_id, title_key, id);
CREATE INDEX ix_lines_league_id_device_id_recorded_at ON public.lines USING btree (league_id, device_id, recorded_at);
CREATE INDEX ix_members_device_id ON public.members USING btree (device_id);
CREATE INDEX ix_opinions_league_id_game_id_seq ON public.opinions USING btree (league_id, game_id, seq);
CREATE INDEX ix_partner_games_league_id_game_id ON public.partner_games USING btree (league_id, game_id);
CREATE INDEX ix_people_league_id_name ON public.people USING btree (league_id, name);
CREATE INDEX ix_person_seasons_league_id_person_id_season_id ON public.person_seasons USING btree (league_id, person_id, season_id);
CREATE INDEX ix_plays_league_id_person_id_day_game_id ON public.plays USING btree (league_id, person_id, day, game_id);
CREATE INDEX ix_plays_league_id_person_id_season_id_day_game_id ON public.plays USING btree (league_id, person_id, season_id, day, game_id);
CREATE INDEX ix_plays_league_id_person_id_variant_day_game_id ON public.plays USING btree (league_id, person_id, variant, day, game_id);
CREATE INDEX ix_postings_league_id_person_id_entry_id ON public.postings USING btree (league_id, person_id, entry_id);
CREATE INDEX ix_results_league_id_day_game_id ON public.results USING btree (league_id, day, game_id);
CREATE INDEX ix_results_league_id_season_id_day_game_id ON public.results USING btree (league_id, season_id, day, game_id);
CREATE INDEX ix_results_league_id_variant_day_game_id ON public.results USING btree (league_id, variant, day, game_id);
CREATE TRIGGER changes_counted BEFORE INSERT ON public.changes FOR EACH ROW EXECUTE FUNCTION public.changes_are_counted();
CREATE TRIGGER changes_no_delete BEFORE DELETE ON public.changes FOR EACH ROW EXECUTE FUNCTION public.changes_stay();
CREATE TRIGGER changes_no_truncate BEFORE TRUNCATE ON public.changes FOR EACH STATEMENT EXECUTE FUNCTION public.changes_stay();
CREATE TRIGGER changes_no_update BEFORE UPDATE ON public.changes FOR EACH ROW EXECUTE FUNCTION public.changes_stay();
CREATE TRIGGER entries_no_delete BEFORE DELETE ON public.entries FOR EACH ROW EXECUTE FUNCTION public.ledger_stays();
CREATE TRIGGER entries_no_truncate BEFORE TRUNCATE ON public.entries FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_stays();
CREATE TRIGGER entries_no_update BEFORE UPDATE ON public.entries FOR EACH ROW EXECUTE FUNCTION public.ledger_stays();
CREATE TRIGGER entries_sound BEFORE INSERT ON public.entries FOR EACH ROW EXECUTE FUNCTION public.entries_are_sound();
CREATE TRIGGER game_houses_no_delete BEFORE DELETE ON public.game_houses FOR EACH ROW EXECUTE FUNCTION public.house_versions_stay();
CREATE TRIGGER game_houses_no_truncate BEFORE TRUNCATE ON public.game_houses FOR EACH STATEMENT EXECUTE FUNCTION public.house_versions_stay();
CREATE TRIGGER game_houses_no_update BEFORE UPDATE ON public.game_houses FOR EACH ROW EXECUTE FUNCTION public.house_versions_stay();
CREATE TRIGGER house_versions_no_delete BEFORE DELETE ON public.house_versions FOR EACH ROW EXECUTE FUNCTION public.house_versions_stay();
CREATE TRIGGER house_versions_no_gap BEFORE INSERT ON public.house_versions FOR EACH ROW EXECUTE FUNCTION public.house_versions_count_on();
CREATE TRIGGER house_versions_no_truncate BEFORE TRUNCATE ON public.house_versions FOR EACH STATEMENT EXECUTE FUNCTION public.house_versions_stay();
CREATE TRIGGER house_versions_no_update BEFORE UPDATE ON public.house_versions FOR EACH ROW EXECUTE FUNCTION public.house_versions_stay();
CREATE TRIGGER lines_no_delete BEFORE DELETE ON public.lines FOR EACH ROW EXECUTE FUNCTION public.lines_stay();
CREATE TRIGGER lines_no_gap BEFORE INSERT ON public.lines FOR EACH ROW EXECUTE FUNCTION public.lines_count_on();
CREATE TRIGGER lines_no_truncate BEFORE TRUNCATE ON public.lines FOR EACH STATEMENT EXECUTE FUNCTION public.lines_stay();
CREATE TRIGGER lines_no_update BEFORE UPDATE ON public.lines FOR EACH ROW EXECUTE FUNCTION public.lines_stay();
CREATE TRIGGER opinions_no_delete BEFORE DELETE ON public.opinions FOR EACH ROW EXECUTE FUNCTION public.opinions_stay();
CREATE TRIGGER opinions_no_truncate BEFORE TRUNCATE ON public.opinions FOR EACH STATEMENT EXECUTE FUNCTION public.opinions_stay();
CREATE TRIGGER opinions_no_update BEFORE UPDATE ON public.opinions FOR EACH ROW EXECUTE FUNCTION public.opinions_stay();
CREATE TRIGGER postings_first BEFORE INSERT ON public.postings FOR EACH ROW EXECUTE FUNCTION public.postings_come_first();
CREATE TRIGGER postings_no_delete BEFORE DELETE ON public.postings FOR EACH ROW EXECUTE FUNCTION public.ledger_stays();
CREATE TRIGGER postings_no_truncate BEFORE TRUNCATE ON public.postings FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_stays();
CREATE TRIGGER postings_no_update BEFORE UPDATE ON public.postings FOR EACH ROW EXECUTE FUNCTION public.ledger_stays();
CREATE TRIGGER tournament_lines_counted BEFORE INSERT ON public.tournament_lines FOR EACH ROW EXECUTE FUNCTION public.tournament_lines_are_counted();
CREATE TRIGGER tournament_lines_no_delete BEFORE DELETE ON public.tournament_lines FOR EACH ROW EXECUTE FUNCTION public.tournament_lines_stay();
CREATE TRIGGER tournament_lines_no_truncate BEFORE TRUNCATE ON public.tournament_lines FOR EACH STATEMENT EXECUTE FUNCTION public.tournament_lines_stay();
CREATE TRIGGER tournament_lines_no_update BEFORE UPDATE ON public.tournament_lines FOR EACH ROW EXECUTE FUNCTION public.tournament_lines_stay();
ALTER TABLE ONLY public.balances
    ADD CONSTRAINT fk_balances_league_id_person_id_people FOREIGN KEY (league_id, person_id) REFERENCES public.people(league_id, id);
ALTER TABLE ONLY public.changes
    ADD CONSTRAINT fk_changes_device_id_devices FOREIGN KEY (device_id) REFERENCES public.devices(id);
ALTER TABLE ONLY public.changes
    ADD CONSTRAINT fk_changes_league_id_actor_id_people FOREIGN KEY (league_id, actor_id) REFERENCES public.people(league_id, id);
ALTER TABLE ONLY public.changes
    ADD CONSTRAINT fk_changes_league_id_leagues FOREIGN KEY (league_id) REFERENCES public.leagues(id);
ALTER TABLE ONLY public.claims
    ADD CONSTRAINT fk_claims_league_id_leagues FOREIGN KEY (league_id) REFERENCES public.leagues(id);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT fk_entries_device_id_devices FOREIGN KEY (device_id) REFERENCES public.devices(id);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT fk_entries_league_id_actor_id_people FOREIGN KEY (league_id, actor_id) REFERENCES public.people(league_id, id);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT fk_entries_league_id_game_id_games FOREIGN KEY (league_id, game_id) REFERENCES public.games(league_id, id);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT fk_entries_league_id_leagues FOREIGN KEY (league_id) REFERENCES public.leagues(id);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT fk_entries_league_id_night_id_nights FOREIGN KEY (league_id, night_id) REFERENCES public.nights(league_id, id);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT fk_entries_league_id_reverses_entries FOREIGN KEY (league_id, reverses) REFERENCES public.entries(league_id, id);
ALTER TABLE ONLY public.former_names
    ADD CONSTRAINT fk_former_names_league_id_change_id_changes FOREIGN KEY (league_id, change_id) REFERENCES public.changes(league_id, id);
ALTER TABLE ONLY public.former_names
    ADD CONSTRAINT fk_former_names_league_id_person_id_people FOREIGN KEY (league_id, person_id) REFERENCES public.people(league_id, id);
ALTER TABLE ONLY public.game_houses
    ADD CONSTRAINT fk_game_houses_league_id_game_id_games FOREIGN KEY (league_id, game_id) REFERENCES public.games(league_id, id);
ALTER TABLE ONLY public.game_houses
    ADD CONSTRAINT fk_game_houses_league_id_house_id_number_house_versions FOREIGN KEY (league_id, house_id, number) REFERENCES public.house_versions(league_id, house_id, number);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT fk_games_device_id_devices FOREIGN KEY (device_id) REFERENCES public.devices(id);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT fk_games_league_id_leagues FOREIGN KEY (league_id) REFERENCES public.leagues(id);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT fk_games_league_id_night_id_nights FOREIGN KEY (league_id, night_id) REFERENCES public.nights(league_id, id);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT fk_games_league_id_rematch_of_games FOREIGN KEY (league_id, rematch_of) REFERENCES public.games(league_id, id);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT fk_games_league_id_rulebook_id_rulebooks FOREIGN KEY (league_id, rulebook_id) REFERENCES public.rulebooks(league_id, id);
ALTER TABLE ONLY public.house_rules
    ADD CONSTRAINT fk_house_rules_league_id_leagues FOREIGN KEY (league_id) REFERENCES public.leagues(id);
ALTER TABLE ONLY public.house_versions
    ADD CONSTRAINT fk_house_versions_device_id_devices FOREIGN KEY (device_id) REFERENCES public.devices(id);
ALTER TABLE ONLY public.house_versions
    ADD CONSTRAINT fk_house_versions_league_id_house_id_house_rules FOREIGN KEY (league_id, house_id) REFERENCES public.house_rules(league_id, id);
ALTER TABLE ONLY public.house_versions
    ADD CONSTRAINT fk_house_versions_league_id_rulebook_id_rulebooks FOREIGN KEY (league_id, rulebook_id) REFERENCES public.rulebooks(league_id, id);
ALTER TABLE ONLY public.lines
    ADD CONSTRAINT fk_lines_device_id_devices FOREIGN KEY (device_id) REFERENCES public.devices(id);
ALTER TABLE ONLY public.lines
    ADD CONSTRAINT fk_lines_league_id_actor_id_people FOREIGN KEY (league_id, actor_id) REFERENCES public.people(league_id, id);
ALTER TABLE ONLY public.lines
    ADD CONSTRAINT fk_lines_league_id_game_id_games FOREIGN KEY (league_id, game_id) REFERENCES public.games(league_id, id);
ALTER TABLE ONLY public.links
    ADD CONSTRAINT fk_links_device_id_devices FOREIGN KEY (device_id) REFERENCES public.devices(id);
ALTER TABLE ONLY public.links
    ADD CONSTRAINT fk_links_league_id_game_id_games FOREIGN KEY (league_id, game_id) REFERENCES public.games(league_id, id);
ALTER TABLE ONLY public.links
    ADD CONSTRAINT fk_links_league_id_leagues FOREIGN KEY (league_id) REFERENCES public.leagues(id);
ALTER TABLE ONLY public.members
    ADD CONSTRAINT fk_members_admitted_by_devices FOREIGN KEY (admitted_by) REFERENCES public.devices(id);
ALTER TABLE ONLY public.members
    ADD CONSTRAINT fk_members_device_id_devices FOREIGN KEY (device_id) REFERENCES public.devices(id);
ALTER TABLE ONLY public.members
    ADD CONSTRAINT fk_members_league_id_leagues FOREIGN KEY (league_id) REFERENCES public.leagues(id);
ALTER TABLE ONLY public.members
    ADD CONSTRAINT fk_members_league_id_person_id_people FOREIGN KEY (league_id, person_id) REFERENCES public.people(league_id, id);
ALTER TABLE ONLY public.nights
    ADD CONSTRAINT fk_nights_league_id_leagues FOREIGN KEY (league_id) REFERENCES public.leagues(id);
ALTER TABLE ONLY public.opinions
    ADD CONSTRAINT fk_opinions_device_id_devices FOREIGN KEY (device_id) REFERENCES public.devices(id);
ALTER TABLE ONLY public.opinions
    ADD CONSTRAINT fk_opinions_league_id_game_id_seq_lines FOREIGN KEY (league_id, game_id, seq) REFERENCES public.lines(league_id, game_id, seq);
ALTER TABLE ONLY public.opinions
    ADD CONSTRAINT fk_opinions_league_id_person_id_people FOREIGN KEY (league_id, person_id) REFERENCES public.people(league_id, id);
ALTER TABLE ONLY public.pair_seasons
    ADD CONSTRAINT fk_pair_seasons_league_id_other_id_people FOREIGN KEY (league_id, other_id) REFERENCES public.people(league_id, id);
ALTER TABLE ONLY public.pair_seasons
    ADD CONSTRAINT fk_pair_seasons_league_id_person_id_people FOREIGN KEY (league_id, person_id) REFERENCES public.people(league_id, id);
ALTER TABLE ONLY public.partner_games
    ADD CONSTRAINT fk_partner_games_league_id_game_id_games FOREIGN KEY (league_id, game_id) REFERENCES public.games(league_id, id);
ALTER TABLE ONLY public.partner_games
    ADD CONSTRAINT fk_partner_games_league_id_other_id_people FOREIGN KEY (league_id, other_id) REFERENCES public.people(league_id, id);
ALTER TABLE ONLY public.partner_games
    ADD CONSTRAINT fk_partner_games_league_id_person_id_people FOREIGN KEY (league_id, person_id) REFERENCES public.people(league_id, id);
ALTER TABLE ONLY public.people
    ADD CONSTRAINT fk_people_league_id_leagues FOREIGN KEY (league_id) REFERENCES public.leagues(id);
ALTER TABLE ONLY public.people
    ADD CONSTRAINT fk_people_league_id_merged_into_people FOREIGN KEY (league_id, merged_into) REFERENCES public.people(league_id, id);
ALTER TABLE ONLY public.person_seasons
    ADD CONSTRAINT fk_person_seasons_league_id_person_id_people FOREIGN KEY (league_id, person_id) REFERENCES public.people(league_id, id);
ALTER TABLE ONLY public.plays
    ADD CONSTRAINT fk_plays_league_id_game_id_games FOREIGN KEY (league_id, game_id) REFERENCES public.games(league_id, id);
ALTER TABLE ONLY public.plays
    ADD CONSTRAINT fk_plays_league_id_person_id_people FOREIGN KEY (league_id, person_id) REFERENCES public.people(league_id, id);
ALTER TABLE ONLY public.postings
    ADD CONSTRAINT fk_postings_league_id_entry_id_entries FOREIGN KEY (league_id, entry_id) REFERENCES public.entries(league_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.postings
    ADD CONSTRAINT fk_postings_league_id_person_id_people FOREIGN KEY (league_id, person_id) REFERENCES public.people(league_id, id);
ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT fk_recovery_codes_league_id_leagues FOREIGN KEY (league_id) REFERENCES public.leagues(id);
ALTER TABLE ONLY public.results
    ADD CONSTRAINT fk_results_league_id_game_id_games FOREIGN KEY (league_id, game_id) REFERENCES public.games(league_id, id);
ALTER TABLE ONLY public.rulebooks
    ADD CONSTRAINT fk_rulebooks_league_id_leagues FOREIGN KEY (league_id) REFERENCES public.leagues(id);
ALTER TABLE ONLY public.seasons
    ADD CONSTRAINT fk_seasons_league_id_leagues FOREIGN KEY (league_id) REFERENCES public.leagues(id);
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT fk_seats_league_id_game_id_games FOREIGN KEY (league_id, game_id) REFERENCES public.games(league_id, id);
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT fk_seats_league_id_person_id_people FOREIGN KEY (league_id, person_id) REFERENCES public.people(league_id, id);
ALTER TABLE ONLY public.tournament_lines
    ADD CONSTRAINT fk_tournament_lines_device_id_devices FOREIGN KEY (device_id) REFERENCES public.devices(id);
ALTER TABLE ONLY public.tournament_lines
    ADD CONSTRAINT fk_tournament_lines_league_id_actor_id_people FOREIGN KEY (league_id, actor_id) REFERENCES public.people(league_id, id);
ALTER TABLE ONLY public.tournament_lines
    ADD CONSTRAINT fk_tournament_lines_league_id_tournament_id_tournaments FOREIGN KEY (league_id, tournament_id) REFERENCES public.tournaments(league_id, id);
ALTER TABLE ONLY public.tournaments
    ADD CONSTRAINT fk_tournaments_league_id_leagues FOREIGN KEY (league_id) REFERENCES public.leagues(id);
