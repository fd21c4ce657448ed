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
CREATE FUNCTION public.house_versions_count_on() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF NEW.number <> 1 + coalesce((SELECT max(number) FROM house_versions WHERE league_id = NEW.league_id AND house_id = NEW.house_id), 0) THEN RAISE integrity_constraint_violation USING MESSAGE = 'versions are numbered without gaps'; END IF; RETURN NEW; END $$;
CREATE FUNCTION public.house_versions_stay() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE integrity_constraint_violation USING MESSAGE = 'versions of house rules are only ever added'; END $$;
CREATE FUNCTION public.lines_count_on() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF NEW.seq <> 1 + coalesce((SELECT max(seq) FROM lines WHERE league_id = NEW.league_id AND game_id = NEW.game_id), 0) THEN RAISE integrity_constraint_violation USING MESSAGE = 'lines are numbered without gaps'; END IF; RETURN NEW; END $$;
CREATE FUNCTION public.lines_stay() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE integrity_constraint_violation USING MESSAGE = 'lines are only ever added'; END $$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
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
    op_hash text NOT NULL
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
    created_at timestamp with time zone NOT NULL
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
CREATE TABLE public.members (
    league_id integer NOT NULL,
    device_id integer NOT NULL,
    role text NOT NULL,
    since timestamp with time zone NOT NULL
);
CREATE TABLE public.people (
    league_id integer NOT NULL,
    id integer NOT NULL,
    name text NOT NULL,
    archived_at timestamp with time zone
);
CREATE TABLE public.rulebooks (
    league_id integer NOT NULL,
    id integer NOT NULL,
    digest text NOT NULL,
    variant text NOT NULL
);
CREATE TABLE public.seats (
    league_id integer NOT NULL,
    game_id integer NOT NULL,
    number integer NOT NULL,
    person_id integer NOT NULL
);
ALTER TABLE ONLY public.devices ALTER COLUMN id SET DEFAULT nextval('public.devices_id_seq'::regclass);
ALTER TABLE ONLY public.leagues ALTER COLUMN id SET DEFAULT nextval('public.leagues_id_seq'::regclass);
INSERT INTO public.alembic_version VALUES ('0002');
INSERT INTO public.devices VALUES (1, '5d40d150194bfca4767bf0cff78a9b6d5df63f177b057b9d2013c2f8fc5b238a', 'Ann''s phone', '2026-09-12 19:30:40+00');
INSERT INTO public.devices VALUES (2, '8dc05045d35ddd8c83e201bc94fb25f927751ec0b5e2c7d698a98b01dd4f24af', 'Bob''s phone', '2026-09-12 19:31:20+00');
INSERT INTO public.game_houses VALUES (1, 5, 1, 2);
INSERT INTO public.games VALUES (1, 1, 'Xz4EiKy7hdjHpMI2biWkvg', 'Légion d''ÉTÉ ♠', NULL, 1, '{"v":1,"players":["1","2","3","4"],"dealer":"4","sides":[["1","3"],["2","4"]],"rules":{},"opening":{},"stakes":{"currency":"USD","game":100,"set":25,"point":0,"moon":0,"bid_point":0}}', 19, '\x27e3cfe3a8436d017a4dc0c299911fad01a5f9f046defcfcf35f28dab625c5eb', '{"v":1,"seq":19,"table":{"house":{},"players":["1","2","3","4"],"teams":[["1","3"],["2","4"]],"dealer":"1","scores":{"1":54,"2":20,"3":54,"4":20},"sets":{"1":1,"2":0,"3":1,"4":0},"balances":{"1":100,"2":-100,"3":100,"4":-100},"sits":{"1":0,"2":0,"3":0,"4":0},"reading":null,"play_on":false,"winners":["1","3"]}}', 'finished', '2026-09-12 19:32:00+00', '2026-09-12 19:44:40+00', '2026-09-12 19:44:40+00', NULL, 1, '8df8e8bbfcc0f72f1ca45521a2b52112', 'f60aa69e9a77348f319347769b36949d4f0b27577998625fb67666a384dfc96a');
INSERT INTO public.games VALUES (1, 2, 'EKBuS-1frAdqDHxugfpUIA', 'Légion d''ÉTÉ ♠', NULL, 1, '{"v":1,"players":["1","2","3","4"],"dealer":"1","sides":[["1","3"],["2","4"]],"rules":{},"opening":{},"stakes":{"currency":"USD","game":100,"set":25,"point":0,"moon":0,"bid_point":0}}', 1, '\x067025d278c9dcbe28c804b9f77dbd503fac9bcd886a87e712510a7cc9e67606', '{"v":1,"seq":1,"table":{"house":{},"players":["1","2","3","4"],"teams":[["1","3"],["2","4"]],"dealer":"2","scores":{"1":3,"2":-10,"3":3,"4":-10},"sets":{"1":0,"2":1,"3":0,"4":1},"balances":{"1":0,"2":0,"3":0,"4":0},"sits":{"1":0,"2":0,"3":0,"4":0},"reading":null,"play_on":false,"winners":[]}}', 'playing', '2026-09-12 19:45:20+00', '2026-09-12 19:46:00+00', NULL, 1, 1, '00000000000000000000000000000014', '6fafe057d082775d1b1779502334cf1432f4daf40956cd5e22ac84af3342a932');
INSERT INTO public.games VALUES (2, 1, 'za2M0_sNeXM58qe-PdfPbw', NULL, NULL, 1, '{"v":1,"players":["1","2","3"],"dealer":"3","sides":[["1"],["2"],["3"]],"rules":{"finish.start":4},"opening":{"1":9},"stakes":null}', 2, '\x035bbad8a4ab8cbfdc44bc29d7f825320bcf89d8daa4dc17c29c6b9a8eef46df', '{"v":1,"seq":2,"table":{"house":{"finish.start":4},"players":["1","2","3"],"teams":[["1"],["2"],["3"]],"dealer":"2","scores":{"1":8,"2":-3,"3":7},"sets":{"1":0,"2":0,"3":0},"balances":{"1":0,"2":0,"3":0},"sits":{"1":0,"2":0,"3":0},"reading":{"first":"2","trends":{"1":"down","2":"down","3":"up"}},"play_on":false,"winners":["2"]}}', 'finished', '2026-09-19 19:54:40+00', '2026-09-19 19:56:00+00', '2026-09-19 19:56:00+00', NULL, 2, '58184bcf53076be3e61559ce18f22f43', 'f7feb2ee24ad9fde7d85cce2e177ec93bfec8764a4bca1d3635489fbad8d9b1b');
INSERT INTO public.games VALUES (1, 3, 'S9exA8qeM_54Pp1GJQaa1Q', NULL, NULL, 2, '{"v":1,"players":["1","2","3"],"dealer":"3","sides":[["1"],["2"],["3"]],"rules":{},"opening":{},"stakes":{"currency":"USD","game":0,"set":0,"point":25,"moon":200,"bid_point":5}}', 9, '\x24322b1430335446a635ecf46a1571fe4db5cab0528c10b6ae901acae8b4aaea', '{"v":1,"seq":9,"table":{"house":{"game.tie":"low"},"players":["1","4","3"],"teams":[["1"],["4"],["3"]],"dealer":"1","scores":{"1":2,"4":0,"3":0},"sets":{"1":0,"4":0,"3":1,"2":0},"balances":{"1":90,"2":100,"3":-155,"4":-35},"sits":{"1":0,"4":0,"3":0},"reading":null,"play_on":false,"winners":[]}}', 'playing', '2026-09-12 19:46:40+00', '2026-09-12 19:52:40+00', NULL, NULL, 1, '38a870d6ca2925af203ec09bc05e7dff', '8f63441bbc99f30ca31534de1af0ffa8f7fc68fb2b4efc963c7bf93ce95d6907');
INSERT INTO public.games VALUES (1, 5, 'NZ23QfeWEVtimpXZuD_pOw', NULL, NULL, 3, '{"v":1,"players":["1","2","3","4"],"dealer":"4","sides":[["1","3"],["2","4"]],"rules":{"finish.target":15},"opening":{},"stakes":null}', 1, '\x7eba4bd7dcf374dad5c9135b9cef29c2129ca6fbffb4401ff1a9e8ce804a3f6a', '{"v":1,"seq":1,"table":{"house":{"finish.target":15},"players":["1","2","3","4"],"teams":[["1","3"],["2","4"]],"dealer":"1","scores":{"1":4,"2":0,"3":4,"4":0},"sets":{"1":0,"2":0,"3":0,"4":0},"balances":{"1":0,"2":0,"3":0,"4":0},"sits":{"1":0,"2":0,"3":0,"4":0},"reading":null,"play_on":false,"winners":[]}}', 'playing', '2026-09-19 19:58:00+00', '2026-09-19 19:58:40+00', NULL, NULL, 1, '01dc06f38fbdb623fb8b34cbf00984e0', '77c36063ee95433bda600488dcdc2ed9cbf81f65077994fb23a785b9d571b506');
INSERT INTO public.games VALUES (1, 4, 'y86OJd9UvxUfhAzftMhKyw', 'Carried over', '2026-09-04', 3, '{"v":1,"players":["1","2","3","4"],"dealer":"4","sides":[["1","3"],["2","4"]],"rules":{"finish.target":11},"opening":{"1":5,"3":5},"stakes":null}', 2, '\x647240c0f39e64678c1b19397c02d7dffb7a3de47fc4f0d90f11136197c2b331', '{"v":1,"seq":2,"table":{"house":{"finish.target":11},"players":["1","2","3","4"],"teams":[["1","3"],["2","4"]],"dealer":"2","scores":{"1":8,"2":4,"3":8,"4":4},"sets":{"1":0,"2":0,"3":0,"4":0},"balances":{"1":0,"2":0,"3":0,"4":0},"sits":{"1":0,"2":0,"3":0,"4":0},"reading":null,"play_on":false,"winners":[]}}', 'playing', '2026-09-12 19:53:20+00', '2026-09-12 19:54:00+00', NULL, NULL, 1, '0000000000000000000000000000001f', 'ff0893e34414177d8b00730dbfa9ba8e94f9a2be9c2f6533a93f9b9c199613e0');
INSERT INTO public.house_rules VALUES (1, 1, 'Legion rules', NULL);
INSERT INTO public.house_versions VALUES (1, 1, 1, 3, '{"finish.target":11}', '00000000000000000000000000000023', 1, '2026-09-19 19:56:40+00');
INSERT INTO public.house_versions VALUES (1, 1, 2, 3, '{"finish.target":15}', '00000000000000000000000000000024', 1, '2026-09-19 19:57:20+00');
INSERT INTO public.leagues VALUES (1, 'Our league', '2026-09-12 19:32:00+00');
INSERT INTO public.leagues VALUES (2, 'Our league', '2026-09-19 19:54:40+00');
INSERT INTO public.lines VALUES (1, 1, 1, '00000000000000000000000000000001', 'line', NULL, '{"v":1,"line":{"bidder":"2","bid":5,"points":{"high":"2","low":"2","jack":"2","off_jack":"2","high_joker":"2","low_joker":"2","game":"2","trey":"2"},"note":"\u201cBob\u201d was < sure > & said so"}}', NULL, 1, '2026-09-12 19:32:40+00', '\xb1e8911707d16bd22e349cf9bd781e174456327913f91761fe0d94e5aa17197c', '\xe732677e83ed5673fccf5a6b04428a02b4a6ffed70e0618a55629633654eb768');
INSERT INTO public.lines VALUES (1, 1, 2, '00000000000000000000000000000002', 'line', NULL, '{"v":1,"line":{"bidder":"3","bid":8,"points":{"high":"3","low":"2","jack":"3","off_jack":"3","high_joker":"3","low_joker":"3","game":"3","trey":"2"}}}', NULL, 1, '2026-09-12 19:33:20+00', '\xe732677e83ed5673fccf5a6b04428a02b4a6ffed70e0618a55629633654eb768', '\xca64923763601c022abf0d2532e29c4620a42c8642cebb25897b21eecd92c3d1');
INSERT INTO public.lines VALUES (1, 1, 3, '00000000000000000000000000000003', 'line', NULL, '{"v":1,"line":{"misdeal":true,"note":"eleven cards"}}', NULL, 1, '2026-09-12 19:34:00+00', '\xca64923763601c022abf0d2532e29c4620a42c8642cebb25897b21eecd92c3d1', '\x837401e19512d97414a1c897b9679b0ed97518faeba80f5603b493dfa00c19fb');
INSERT INTO public.lines VALUES (1, 1, 4, '00000000000000000000000000000004', 'line', NULL, '{"v":1,"line":{"bidder":"4","bid":6,"points":{"high":"4","low":"4","jack":"4","off_jack":"4","high_joker":"4","low_joker":"4","game":"4","trey":"4"}}}', NULL, 1, '2026-09-12 19:34:40+00', '\x837401e19512d97414a1c897b9679b0ed97518faeba80f5603b493dfa00c19fb', '\x3a2d3304f6d14f6abc54d85aa95ac3345ec8cdbfa20246c51cd093572b491a8f');
INSERT INTO public.lines VALUES (1, 1, 5, '00000000000000000000000000000005', 'correct', 1, '{"v":1,"line":{"bidder":"2","bid":6,"points":{"high":"2","low":"2","jack":"2","off_jack":"2","high_joker":"2","low_joker":"2","game":"1","trey":"2"}},"reason":"Misheard"}', NULL, 1, '2026-09-12 19:35:20+00', '\x3a2d3304f6d14f6abc54d85aa95ac3345ec8cdbfa20246c51cd093572b491a8f', '\x2ff24f78e08af0f4bf29541b42349c077e9208570988495ccb88c9bf94428ed6');
INSERT INTO public.lines VALUES (1, 1, 6, '00000000000000000000000000000006', 'correct', 1, '{"v":1,"line":{"bidder":"2","bid":7,"points":{"high":"2","low":"2","jack":"2","off_jack":"2","high_joker":"2","low_joker":"2","game":"3","trey":"2"}},"reason":"Misheard again"}', NULL, 1, '2026-09-12 19:36:00+00', '\x2ff24f78e08af0f4bf29541b42349c077e9208570988495ccb88c9bf94428ed6', '\xd4517d7ab6944ab373d8e1f4c424b28340d0d377e068d71fa0e265bb8b55daf4');
INSERT INTO public.lines VALUES (1, 1, 7, '00000000000000000000000000000007', 'undo', 4, '{"v":1,"reason":"It never happened"}', NULL, 1, '2026-09-12 19:36:40+00', '\xd4517d7ab6944ab373d8e1f4c424b28340d0d377e068d71fa0e265bb8b55daf4', '\x74d6cf802fdd3f76e2759cc67d3fc8955be81fa5c223a7ead98e19c85aceb0de');
INSERT INTO public.lines VALUES (1, 1, 8, '00000000000000000000000000000008', 'line', NULL, '{"v":1,"line":{"bidder":"1","bid":4,"points":{"high":"1","low":"1","jack":"1","off_jack":"1","high_joker":"1","low_joker":"1","game":"1","trey":"1"}}}', NULL, 1, '2026-09-12 19:37:20+00', '\x74d6cf802fdd3f76e2759cc67d3fc8955be81fa5c223a7ead98e19c85aceb0de', '\x99ebbe4cb8e618dbf65e46aaef736d95bed9536458ecde4ec4c86b1ac2c344d8');
INSERT INTO public.lines VALUES (1, 1, 9, '00000000000000000000000000000009', 'undo', 8, '{"v":1,"reason":null}', NULL, 1, '2026-09-12 19:38:00+00', '\x99ebbe4cb8e618dbf65e46aaef736d95bed9536458ecde4ec4c86b1ac2c344d8', '\xef3b1f4d5c94e988def67ce2ce459735eb50b5c399163ab9442d898ea9830741');
INSERT INTO public.lines VALUES (1, 1, 10, '0000000000000000000000000000000a', 'undo', 9, '{"v":1,"reason":"It was right after all"}', NULL, 1, '2026-09-12 19:38:40+00', '\xef3b1f4d5c94e988def67ce2ce459735eb50b5c399163ab9442d898ea9830741', '\xebe1d844a93497812f77253dda8997236e1827a4094b8394ad4170348b008adf');
INSERT INTO public.lines VALUES (1, 1, 11, '0000000000000000000000000000000b', 'undo', 10, '{"v":1,"reason":null}', NULL, 1, '2026-09-12 19:39:20+00', '\xebe1d844a93497812f77253dda8997236e1827a4094b8394ad4170348b008adf', '\xf8522c601aed529db1a169299a7eebdc6e1882e2ef1cb5968c2554f16d7d1a5a');
INSERT INTO public.lines VALUES (1, 1, 12, '0000000000000000000000000000000c', 'line', NULL, '{"v":1,"line":{"adjust":{"1":-2},"reason":"Looked at a trick"}}', NULL, 1, '2026-09-12 19:40:00+00', '\xf8522c601aed529db1a169299a7eebdc6e1882e2ef1cb5968c2554f16d7d1a5a', '\xdfd7af7500136b576255d3757a205fa44effaf61e9281e5ee85d47675b035907');
INSERT INTO public.lines VALUES (1, 1, 13, '0000000000000000000000000000000d', 'line', NULL, '{"v":1,"line":{"bidder":"1","bid":9,"points":{"high":"1","low":"2","jack":"1","off_jack":"1","high_joker":"1","low_joker":"1","game":"1","trey":"1"}}}', NULL, 1, '2026-09-12 19:40:40+00', '\xdfd7af7500136b576255d3757a205fa44effaf61e9281e5ee85d47675b035907', '\x6df99b1f0539d5f7d15a81601cfe96b2cafe12b19e963c29b1a3a66ebaca4d4c');
INSERT INTO public.lines VALUES (1, 1, 14, '0000000000000000000000000000000e', 'line', NULL, '{"v":1,"line":{"bidder":"3","bid":9,"points":{"high":"3","low":"2","jack":"3","off_jack":"3","high_joker":"3","low_joker":"3","game":"3","trey":"3"}}}', NULL, 1, '2026-09-12 19:41:20+00', '\x6df99b1f0539d5f7d15a81601cfe96b2cafe12b19e963c29b1a3a66ebaca4d4c', '\x5975589942da74310a48a1d0c2a49e5ea43cff74bbbc37ab41949a66e265aa57');
INSERT INTO public.lines VALUES (1, 1, 15, '0000000000000000000000000000000f', 'line', NULL, '{"v":1,"line":{"bidder":"1","bid":9,"points":{"high":"1","low":"2","jack":"1","off_jack":"1","high_joker":"1","low_joker":"1","game":"1","trey":"1"}}}', NULL, 1, '2026-09-12 19:42:00+00', '\x5975589942da74310a48a1d0c2a49e5ea43cff74bbbc37ab41949a66e265aa57', '\x8e8fb24dbb3083fcc958ef3b556c03b20ee69e5c7da4e2d10f9b0d715c95cfea');
INSERT INTO public.lines VALUES (1, 1, 16, '00000000000000000000000000000010', 'line', NULL, '{"v":1,"line":{"bidder":"3","bid":9,"points":{"high":"3","low":"2","jack":"3","off_jack":"3","high_joker":"3","low_joker":"3","game":"3","trey":"3"}}}', NULL, 1, '2026-09-12 19:42:40+00', '\x8e8fb24dbb3083fcc958ef3b556c03b20ee69e5c7da4e2d10f9b0d715c95cfea', '\xfd366938cad5808e3d4ef1c549e941f41d9d1797041b14ce4ff14672002c4e3d');
INSERT INTO public.lines VALUES (1, 1, 17, '00000000000000000000000000000011', 'line', NULL, '{"v":1,"line":{"bidder":"1","bid":9,"points":{"high":"1","low":"2","jack":"1","off_jack":"1","high_joker":"1","low_joker":"1","game":"1","trey":"1"}}}', NULL, 1, '2026-09-12 19:43:20+00', '\xfd366938cad5808e3d4ef1c549e941f41d9d1797041b14ce4ff14672002c4e3d', '\x6eab94f08c22bc7e5380ebda152cee0302c3aa03954742b6b299a6d2177ce87a');
INSERT INTO public.lines VALUES (1, 1, 18, '00000000000000000000000000000012', 'line', NULL, '{"v":1,"line":{"bidder":"3","bid":9,"points":{"high":"3","low":"2","jack":"3","off_jack":"3","high_joker":"3","low_joker":"3","game":"3","trey":"3"}}}', NULL, 1, '2026-09-12 19:44:00+00', '\x6eab94f08c22bc7e5380ebda152cee0302c3aa03954742b6b299a6d2177ce87a', '\xe8f26e77777e45298484efa82913bd585ecc786f8577fd7d718be70d11db1d72');
INSERT INTO public.lines VALUES (1, 1, 19, '00000000000000000000000000000013', 'line', NULL, '{"v":1,"line":{"bidder":"1","bid":9,"points":{"high":"1","low":"2","jack":"1","off_jack":"1","high_joker":"1","low_joker":"1","game":"1","trey":"1"}}}', NULL, 1, '2026-09-12 19:44:40+00', '\xe8f26e77777e45298484efa82913bd585ecc786f8577fd7d718be70d11db1d72', '\x27e3cfe3a8436d017a4dc0c299911fad01a5f9f046defcfcf35f28dab625c5eb');
INSERT INTO public.lines VALUES (1, 2, 1, '00000000000000000000000000000015', 'line', NULL, '{"v":1,"line":{"bidder":"2","bid":10,"points":{"high":"3","low":"3","jack":"3","off_jack":"2","high_joker":"2","low_joker":"2","game":"2","trey":"2"}}}', NULL, 1, '2026-09-12 19:46:00+00', '\x0c0687db8bd238f7373e39093e6be6035455c63436629417f99e1639f8289947', '\x067025d278c9dcbe28c804b9f77dbd503fac9bcd886a87e712510a7cc9e67606');
INSERT INTO public.lines VALUES (1, 3, 1, '00000000000000000000000000000016', 'line', NULL, '{"v":1,"line":{"bidder":"1","bid":2,"points":{"high":"1","low":"1","game":"3"}}}', NULL, 1, '2026-09-12 19:47:20+00', '\x8e8cb87ea0af1fba640b914ddb4918a3588fb41a8e4fca1cf43360750551c2bc', '\x1f3d46a98f9230887ef464442137b44f5894953947470839b7dbbf30f12ed04a');
INSERT INTO public.lines VALUES (1, 3, 2, '00000000000000000000000000000017', 'line', NULL, '{"v":1,"line":{"join":"4","after":"1"}}', NULL, 1, '2026-09-12 19:48:00+00', '\x1f3d46a98f9230887ef464442137b44f5894953947470839b7dbbf30f12ed04a', '\x106c57dd37fe0e21f6dc07ae600f59420b3f013605afee4b1f9b6c63d68548ad');
INSERT INTO public.lines VALUES (1, 3, 3, '00000000000000000000000000000018', 'line', NULL, '{"v":1,"line":{"bidder":"2","bid":3,"points":{"high":"2","low":"3","jack":"2","game":"2"}}}', NULL, 1, '2026-09-12 19:48:40+00', '\x106c57dd37fe0e21f6dc07ae600f59420b3f013605afee4b1f9b6c63d68548ad', '\xee1ca8ba15c012e9402acaf5852acbc53c6102ac3385d0a948a96e9ed5e66d72');
INSERT INTO public.lines VALUES (1, 3, 4, '00000000000000000000000000000019', 'line', NULL, '{"v":1,"line":{"bidder":"3","bid":2,"points":{"high":"1","low":"2","game":"1"}}}', NULL, 1, '2026-09-12 19:49:20+00', '\xee1ca8ba15c012e9402acaf5852acbc53c6102ac3385d0a948a96e9ed5e66d72', '\xc8af313a1a5cc4cd1c78badf7168db4ca8b87e476a8e8b28fd7f5a5ed1535812');
INSERT INTO public.lines VALUES (1, 3, 5, '0000000000000000000000000000001a', 'line', NULL, '{"v":1,"line":{"rules":{"game.tie":"low"},"note":"after that tie"}}', NULL, 1, '2026-09-12 19:50:00+00', '\xc8af313a1a5cc4cd1c78badf7168db4ca8b87e476a8e8b28fd7f5a5ed1535812', '\x744633beaed18b62b0eb28c430df23510700bd02a4499d599111ffec1579be20');
INSERT INTO public.lines VALUES (1, 3, 6, '0000000000000000000000000000001b', 'line', NULL, '{"v":1,"line":{"leave":"2"}}', NULL, 1, '2026-09-12 19:50:40+00', '\x744633beaed18b62b0eb28c430df23510700bd02a4499d599111ffec1579be20', '\xfe86fb40781deee6436bc945355a440089b31934072ce233ae7b965e64c7c2f3');
INSERT INTO public.lines VALUES (1, 3, 7, '0000000000000000000000000000001c', 'correct', 4, '{"v":1,"line":{"bidder":"3","bid":3,"points":{"high":"1","low":"2","game":"1"}},"reason":"He bid three"}', NULL, 1, '2026-09-12 19:51:20+00', '\xfe86fb40781deee6436bc945355a440089b31934072ce233ae7b965e64c7c2f3', '\x80cb3c51b04d6e3596640d52e2330976c56503ebdf7505f5e52f7c696c97bd7e');
INSERT INTO public.lines VALUES (1, 3, 8, '0000000000000000000000000000001d', 'line', NULL, '{"v":1,"line":{"settle":true}}', NULL, 1, '2026-09-12 19:52:00+00', '\x80cb3c51b04d6e3596640d52e2330976c56503ebdf7505f5e52f7c696c97bd7e', '\x12ccef0b4a0202ecc5087dd85b8feb84cda45ab55148a56c1005823185184851');
INSERT INTO public.lines VALUES (1, 3, 9, '0000000000000000000000000000001e', 'line', NULL, '{"v":1,"line":{"bidder":"1","bid":2,"points":{"high":"1","jack":"1"}}}', NULL, 1, '2026-09-12 19:52:40+00', '\x12ccef0b4a0202ecc5087dd85b8feb84cda45ab55148a56c1005823185184851', '\x24322b1430335446a635ecf46a1571fe4db5cab0528c10b6ae901acae8b4aaea');
INSERT INTO public.lines VALUES (1, 4, 1, '0000000000000000000000000000001f.1', 'line', NULL, '{"v":1,"line":{"bidder":"2","bid":3,"points":{"high":"2","low":"4","jack":"1","game":"2"}}}', NULL, 1, '2026-09-12 19:53:20+00', '\x53527a1d9d988fb78b3a9b47afd6b2db6b5b872491afa011701d40de515294bb', '\x790700f7c579c5ac57ccae2bfb177476caabf26d8598161ba4966df96e704f98');
INSERT INTO public.lines VALUES (1, 4, 2, '00000000000000000000000000000020', 'line', NULL, '{"v":1,"line":{"bidder":"1","bid":2,"points":{"high":"1","low":"1","game":"2"}}}', NULL, 1, '2026-09-12 19:54:00+00', '\x790700f7c579c5ac57ccae2bfb177476caabf26d8598161ba4966df96e704f98', '\x647240c0f39e64678c1b19397c02d7dffb7a3de47fc4f0d90f11136197c2b331');
INSERT INTO public.lines VALUES (2, 1, 1, '00000000000000000000000000000021', 'line', NULL, '{"v":1,"line":{"tricks":{"2":3,"3":2},"sat":["1"]}}', NULL, 2, '2026-09-19 19:55:20+00', '\x403118883f27fe1c225f942543dcd07b7228801b5463dbdd30e23a6e9b60c682', '\xec2a51086e1964ed731604cff1eb69914e2810dc8989cce18617de5351125c39');
INSERT INTO public.lines VALUES (2, 1, 2, '00000000000000000000000000000022', 'line', NULL, '{"v":1,"line":{"tricks":{"1":1,"2":4,"3":0}}}', NULL, 2, '2026-09-19 19:56:00+00', '\xec2a51086e1964ed731604cff1eb69914e2810dc8989cce18617de5351125c39', '\x035bbad8a4ab8cbfdc44bc29d7f825320bcf89d8daa4dc17c29c6b9a8eef46df');
INSERT INTO public.lines VALUES (1, 5, 1, '00000000000000000000000000000025', 'line', NULL, '{"v":1,"line":{"bidder":"1","bid":4,"points":{"high":"1","low":"1","jack":"1","game":"1"}}}', NULL, 1, '2026-09-19 19:58:40+00', '\x4fd693902fa4c29c5c996fd8664261a54ccf215e93160ab6994d2e122ed80870', '\x7eba4bd7dcf374dad5c9135b9cef29c2129ca6fbffb4401ff1a9e8ce804a3f6a');
INSERT INTO public.members VALUES (1, 1, 'owner', '2026-09-12 19:32:00+00');
INSERT INTO public.members VALUES (2, 2, 'owner', '2026-09-19 19:54:40+00');
INSERT INTO public.people VALUES (1, 1, 'Ann', NULL);
INSERT INTO public.people VALUES (1, 2, 'Bob', NULL);
INSERT INTO public.people VALUES (1, 3, 'Cy', NULL);
INSERT INTO public.people VALUES (1, 4, 'Dee', NULL);
INSERT INTO public.people VALUES (1, 5, 'Eve', NULL);
INSERT INTO public.people VALUES (2, 1, 'Ann', NULL);
INSERT INTO public.people VALUES (2, 2, 'Flo', NULL);
INSERT INTO public.people VALUES (2, 3, 'Gil', NULL);
INSERT INTO public.rulebooks VALUES (1, 1, '91b38de496b2d9946979ebd06a4df30c054db7b24a9d74d8e1b4ace0962a8843', '{"key":"minnesota-ten-point","name":"Minnesota ten-point Smear","family":"Smear","kind":"bidding","summary":"Ten points a hand, bids from 4, to 52; five players call a partner","sources":["catalogue V06","catalogue V07","catalogue V08","source 000"],"asks":["game.tie","auction.all_pass","call.alone_by_choice"],"settings":{"deck.ranks":"A K Q J 10 9 8 7 6 5 4 3 2","deck.jokers":2,"deal.cards":9,"deal.hand":6,"deal.exchange":"discard","deal.exchange_size":3,"play.follow":"follow-or-trump","play.first_lead":"any","auction.min":4,"auction.max":"all","auction.rounds":"one","auction.all_pass":"redeal","points.high.worth":1,"points.high.to":"holder","points.high.card":"in-play","points.low.worth":1,"points.low.to":"holder","points.low.card":"in-play","points.jack.worth":1,"points.jack.to":"taker","points.game.worth":1,"points.game.to":"taker","game.by":"count","game.tie":"nobody","scoring.made":"taken","scoring.others":"taken","finish.target":52,"finish.may_win":"any","finish.crossing":"higher-then-bidders","dealing.next":"left","deck.off_jack":true,"points.off_jack.worth":1,"points.off_jack.to":"taker","points.high_joker.worth":1,"points.high_joker.to":"taker","points.low_joker.worth":1,"points.low_joker.to":"taker","points.trey.worth":3,"points.trey.to":"taker"},"sizes":{"4":{"seating.sides":"partners","deal.cards":10,"deal.exchange_size":4},"5":{"seating.sides":"called-partner","call.what":"trump-by-rank","call.not":"own-and-trey","call.reveal":"at-once","call.alone_by_choice":false,"deal.cards":10,"deal.exchange_size":4},"6":{"seating.sides":"partners","deal.cards":8,"deal.exchange_size":2}},"jokers_lowest":false}');
INSERT INTO public.rulebooks VALUES (1, 2, '8ea5dd9d317443f837f0080b4f68b3e979635953ed773741076e4f099ac2d5df', '{"key":"money-pitch","name":"Money Pitch","family":"Pitch","kind":"bidding","summary":"Everyone alone, no target: so much a point against the average; come and go as you like","sources":["catalogue V44","source 003"],"asks":["special.made","special.failed"],"settings":{"deck.ranks":"A K Q J 10 9 8 7 6 5 4 3 2","deal.cards":6,"deal.hand":6,"deal.exchange":"none","play.follow":"follow-or-trump","play.first_lead":"trump","play.no_trump_first_trick":false,"auction.min":2,"auction.max":"all","auction.rounds":"one","auction.dealer_steals":true,"auction.all_pass":"dealer-forced","auction.throw_card":false,"auction.double_if_over_throw_set":false,"special.name":"moon","special.bid":"above","special.needs":"all-points-and-tricks","special.made":"none","special.made_score":4,"special.failed":"none","special.failed_score":4,"points.high.worth":1,"points.high.to":"holder","points.high.card":"in-play","points.low.worth":1,"points.low.to":"taker","points.low.card":"in-play","points.jack.worth":1,"points.jack.to":"taker","points.game.worth":1,"points.game.to":"taker","game.by":"count","game.tie":"nobody","scoring.made":"taken","scoring.others":"taken","finish.target":"none","finish.may_win":"bid-made","dealing.next":"left","table.open":true},"sizes":{"2":{"seating.sides":"solo"},"3":{"seating.sides":"solo"},"4":{"seating.sides":"solo"},"5":{"seating.sides":"solo"},"6":{"seating.sides":"solo","deal.cards":6,"deal.exchange":"none","deal.exchange_size":0},"7":{"seating.sides":"solo"},"8":{"seating.sides":"solo"}},"jokers_lowest":false}');
INSERT INTO public.rulebooks VALUES (1, 3, '7661038a19e6e7df62d6c295f369ffec8bf000a43df6566fdcd81a54b2b62d7e', '{"key":"partnership-pitch","name":"Partnership Pitch","family":"Pitch","kind":"bidding","summary":"Four points a hand, bids 2 to 4 or smudge; only a made bid wins, at 21","sources":["catalogue V24","catalogue V26","catalogue V27","catalogue V28","source 003"],"asks":["auction.throw_card","auction.double_if_over_throw_set","play.no_trump_first_trick"],"settings":{"deck.ranks":"A K Q J 10 9 8 7 6 5 4 3 2","deal.cards":6,"deal.hand":6,"deal.exchange":"none","play.follow":"follow-or-trump","play.first_lead":"trump","play.no_trump_first_trick":false,"auction.min":2,"auction.max":"all","auction.rounds":"one","auction.dealer_steals":true,"auction.all_pass":"dealer-forced","auction.throw_card":false,"auction.double_if_over_throw_set":false,"special.name":"smudge","special.bid":"above","special.needs":"all-points-and-tricks","special.made":"score","special.made_score":"bid","special.failed":"lose","special.failed_score":"bid","points.high.worth":1,"points.high.to":"holder","points.high.card":"in-play","points.low.worth":1,"points.low.to":"taker","points.low.card":"in-play","points.jack.worth":1,"points.jack.to":"taker","points.game.worth":1,"points.game.to":"taker","game.by":"count","game.tie":"nobody","scoring.made":"taken","scoring.others":"taken","finish.target":21,"finish.may_win":"bid-made","dealing.next":"left"},"sizes":{"4":{"seating.sides":"partners"},"6":{"seating.sides":"pairs","deal.cards":8,"deal.exchange":"discard","deal.exchange_size":2}},"jokers_lowest":false}');
INSERT INTO public.rulebooks VALUES (2, 1, '2c428b6631ea6d11317bab7b6f80001c29971581ba9f21e718038589daf1d881', '{"key":"smoke","name":"Smoke","family":"Smoke","kind":"smoke","summary":"Everyone alone, from ten down to zero: one off a trick, five up for none","sources":["catalogue V48","source 002"],"asks":["tally.never_land_at"],"settings":{"deck.ranks":"A K Q J 10 9 8 7 6 5 4 3 2","deal.cards":5,"deal.hand":5,"deal.exchange":"draw","deal.exchange_size":5,"play.follow":"follow-or-trump","play.first_lead":"trump","play.no_trump_first_trick":false,"finish.start":10,"finish.direction":"down","finish.target":0,"tally.trick":-1,"tally.no_trick":5,"tally.infraction":5,"tally.max_sits":2,"tally.box_at":2,"tally.never_land_at":14},"sizes":{"2":{"seating.sides":"solo"},"3":{"seating.sides":"solo"},"4":{"seating.sides":"solo"},"5":{"seating.sides":"solo"},"6":{"seating.sides":"solo"},"7":{"seating.sides":"solo"},"8":{"seating.sides":"solo"}},"jokers_lowest":false}');
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
SELECT pg_catalog.setval('public.leagues_id_seq', 2, true);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.devices
    ADD CONSTRAINT pk_devices PRIMARY KEY (id);
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
ALTER TABLE ONLY public.members
    ADD CONSTRAINT pk_members PRIMARY KEY (league_id, device_id);
ALTER TABLE ONLY public.people
    ADD CONSTRAINT pk_people PRIMARY KEY (league_id, id);
ALTER TABLE ONLY public.rulebooks
    ADD CONSTRAINT pk_rulebooks PRIMARY KEY (league_id, id);
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT pk_seats PRIMARY KEY (league_id, game_id, number);
ALTER TABLE ONLY public.devices
    ADD CONSTRAINT uq_devices_token_hash UNIQUE (token_hash);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT uq_games_code UNIQUE (code);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT uq_games_league_id_op_id UNIQUE (league_id, op_id);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT uq_games_league_id_rematch_of UNIQUE (league_id, rematch_of);
ALTER TABLE ONLY public.house_versions
    ADD CONSTRAINT uq_house_versions_league_id_op_id UNIQUE (league_id, op_id);
ALTER TABLE ONLY public.lines
    ADD CONSTRAINT uq_lines_league_id_op_id UNIQUE (league_id, op_id);
ALTER TABLE ONLY public.rulebooks
    ADD CONSTRAINT uq_rulebooks_league_id_digest UNIQUE (league_id, digest);
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT uq_seats_league_id_person_id_game_id UNIQUE (league_id, person_id, game_id);
CREATE INDEX ix_members_device_id ON public.members USING btree (device_id);
CREATE INDEX ix_people_league_id_name ON public.people USING btree (league_id, name);
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
ALTER TABLE ONLY public.game_houses
    ADD CONSTRAINT fk_game_houses_league_id_game_id_games FOREIGN KEY (league_id, game_id) REFERENCES public.games(league_id, id);
ALTER TABLE ONLY public.game_houses
    ADD CONSTRAINT fk_game_houses_league_id_house_id_number_house_versions FOREIGN KEY (league_id, house_id, number) REFERENCES public.house_versions(league_id, house_id, number);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT fk_games_device_id_devices FOREIGN KEY (device_id) REFERENCES public.devices(id);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT fk_games_league_id_leagues FOREIGN KEY (league_id) REFERENCES public.leagues(id);
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
ALTER TABLE ONLY public.members
    ADD CONSTRAINT fk_members_device_id_devices FOREIGN KEY (device_id) REFERENCES public.devices(id);
ALTER TABLE ONLY public.members
    ADD CONSTRAINT fk_members_league_id_leagues FOREIGN KEY (league_id) REFERENCES public.leagues(id);
ALTER TABLE ONLY public.people
    ADD CONSTRAINT fk_people_league_id_leagues FOREIGN KEY (league_id) REFERENCES public.leagues(id);
ALTER TABLE ONLY public.rulebooks
    ADD CONSTRAINT fk_rulebooks_league_id_leagues FOREIGN KEY (league_id) REFERENCES public.leagues(id);
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT fk_seats_league_id_game_id_games FOREIGN KEY (league_id, game_id) REFERENCES public.games(league_id, id);
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT fk_seats_league_id_person_id_people FOREIGN KEY (league_id, person_id) REFERENCES public.people(league_id, id);
