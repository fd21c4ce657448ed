BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0006');
CREATE TABLE balances (
	league_id INTEGER NOT NULL, 
	currency TEXT NOT NULL, 
	person_id INTEGER NOT NULL, 
	cents INTEGER NOT NULL, 
	played INTEGER NOT NULL, 
	CONSTRAINT pk_balances PRIMARY KEY (league_id, currency, person_id), 
	CONSTRAINT fk_balances_league_id_person_id_people FOREIGN KEY(league_id, person_id) REFERENCES people (league_id, id)
)
 STRICT

;
INSERT INTO "balances" VALUES(1,'USD',4,-100,-100);
INSERT INTO "balances" VALUES(1,'USD',3,-45,-45);
INSERT INTO "balances" VALUES(1,'USD',5,-25,-25);
INSERT INTO "balances" VALUES(1,'USD',1,120,170);
INSERT INTO "balances" VALUES(1,'USD',2,50,0);
CREATE TABLE changes (
	league_id INTEGER NOT NULL, 
	id INTEGER NOT NULL, 
	op_id TEXT NOT NULL, 
	what TEXT NOT NULL, 
	facts TEXT NOT NULL, 
	device_id INTEGER NOT NULL, 
	actor_id INTEGER, 
	made_at TEXT NOT NULL, 
	CONSTRAINT pk_changes PRIMARY KEY (league_id, id), 
	CONSTRAINT uq_changes_league_id_op_id UNIQUE (league_id, op_id), 
	CONSTRAINT ck_changes_counted CHECK (id >= 1), 
	CONSTRAINT fk_changes_league_id_leagues FOREIGN KEY(league_id) REFERENCES leagues (id), 
	CONSTRAINT fk_changes_league_id_actor_id_people FOREIGN KEY(league_id, actor_id) REFERENCES people (league_id, id), 
	CONSTRAINT fk_changes_device_id_devices FOREIGN KEY(device_id) REFERENCES devices (id)
)
 STRICT

;
INSERT INTO "changes" VALUES(1,1,'00000000000000000000000000000029','season-begun','{"name":"Autumn","starts_on":"2026-09-10","ends_on":null,"rule":{"by":"wins","floor":0,"nights":3},"season":1}',1,NULL,'2026-09-19T20:01:20.000000Z');
INSERT INTO "changes" VALUES(1,2,'0000000000000000000000000000002a','renamed','{"person":2}',1,NULL,'2026-09-19T20:02:00.000000Z');
INSERT INTO "changes" VALUES(1,3,'0000000000000000000000000000002b','guest','{"person":5,"guest":true}',1,NULL,'2026-09-19T20:02:40.000000Z');
CREATE TABLE claims (
	league_id INTEGER NOT NULL, 
	passphrase_hash TEXT NOT NULL, 
	set_at TEXT NOT NULL, 
	CONSTRAINT pk_claims PRIMARY KEY (league_id), 
	CONSTRAINT fk_claims_league_id_leagues FOREIGN KEY(league_id) REFERENCES leagues (id)
)
 STRICT

;
CREATE TABLE devices (
	id INTEGER NOT NULL, 
	token_hash TEXT NOT NULL, 
	name TEXT NOT NULL, 
	created_at TEXT NOT NULL, 
	CONSTRAINT pk_devices PRIMARY KEY (id), 
	CONSTRAINT uq_devices_token_hash UNIQUE (token_hash)
)
 STRICT

;
INSERT INTO "devices" VALUES(1,'5d40d150194bfca4767bf0cff78a9b6d5df63f177b057b9d2013c2f8fc5b238a','Ann''s phone','2026-09-12T19:30:40.000000Z');
INSERT INTO "devices" VALUES(2,'8dc05045d35ddd8c83e201bc94fb25f927751ec0b5e2c7d698a98b01dd4f24af','Bob''s phone','2026-09-12T19:31:20.000000Z');
CREATE TABLE "entries" (
	league_id INTEGER NOT NULL, 
	id INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	game_id INTEGER, 
	seq INTEGER, 
	night_id INTEGER, 
	reverses INTEGER, 
	currency TEXT NOT NULL, 
	op_id TEXT, 
	device_id INTEGER NOT NULL, 
	actor_id INTEGER, 
	note TEXT, 
	posted_at TEXT NOT NULL, 
	CONSTRAINT pk_entries PRIMARY KEY (league_id, id), 
	CONSTRAINT fk_entries_league_id_night_id_nights FOREIGN KEY(league_id, night_id) REFERENCES nights (league_id, id), 
	CONSTRAINT fk_entries_league_id_actor_id_people FOREIGN KEY(league_id, actor_id) REFERENCES people (league_id, id), 
	CONSTRAINT fk_entries_device_id_devices FOREIGN KEY(device_id) REFERENCES devices (id), 
	CONSTRAINT uq_entries_league_id_op_id UNIQUE (league_id, op_id), 
	CONSTRAINT fk_entries_league_id_game_id_games FOREIGN KEY(league_id, game_id) REFERENCES games (league_id, id), 
	CONSTRAINT uq_entries_league_id_reverses UNIQUE (league_id, reverses), 
	CONSTRAINT ck_entries_counted CHECK (id >= 1), 
	CONSTRAINT ck_entries_reverses CHECK ((kind = 'reversal') = (reverses IS NOT NULL)), 
	CONSTRAINT fk_entries_league_id_leagues FOREIGN KEY(league_id) REFERENCES leagues (id), 
	CONSTRAINT fk_entries_league_id_reverses_entries FOREIGN KEY(league_id, reverses) REFERENCES entries (league_id, id), 
	CONSTRAINT ck_entries_kind CHECK (kind IN ('stakes', 'reversal', 'payment', 'prizes'))
)
 STRICT

;
INSERT INTO "entries" VALUES(1,1,'stakes',1,19,1,NULL,'USD',NULL,1,NULL,NULL,'2026-09-12T19:44:40.000000Z');
INSERT INTO "entries" VALUES(1,2,'stakes',3,2,1,NULL,'USD',NULL,1,NULL,NULL,'2026-09-12T19:48:00.000000Z');
INSERT INTO "entries" VALUES(1,3,'stakes',3,6,1,NULL,'USD',NULL,1,NULL,NULL,'2026-09-12T19:50:40.000000Z');
INSERT INTO "entries" VALUES(1,4,'reversal',3,7,1,3,'USD',NULL,1,NULL,NULL,'2026-09-12T19:51:20.000000Z');
INSERT INTO "entries" VALUES(1,5,'stakes',3,7,1,NULL,'USD',NULL,1,NULL,NULL,'2026-09-12T19:51:20.000000Z');
INSERT INTO "entries" VALUES(1,6,'payment',NULL,NULL,1,NULL,'USD','00000000000000000000000000000026',1,NULL,'two quarters','2026-09-19T19:59:20.000000Z');
INSERT INTO "entries" VALUES(1,7,'payment',NULL,NULL,1,NULL,'USD','00000000000000000000000000000027',1,NULL,NULL,'2026-09-19T20:00:00.000000Z');
INSERT INTO "entries" VALUES(1,8,'reversal',NULL,NULL,1,7,'USD','00000000000000000000000000000028',1,NULL,'He did not','2026-09-19T20:00:40.000000Z');
CREATE TABLE failures (
	id INTEGER NOT NULL, 
	address TEXT NOT NULL, 
	failed_at TEXT NOT NULL, 
	CONSTRAINT pk_failures PRIMARY KEY (id)
)
 STRICT

;
CREATE TABLE former_names (
	league_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	change_id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	CONSTRAINT pk_former_names PRIMARY KEY (league_id, person_id, change_id), 
	CONSTRAINT fk_former_names_league_id_person_id_people FOREIGN KEY(league_id, person_id) REFERENCES people (league_id, id), 
	CONSTRAINT fk_former_names_league_id_change_id_changes FOREIGN KEY(league_id, change_id) REFERENCES changes (league_id, id)
)
 STRICT

;
INSERT INTO "former_names" VALUES(1,2,2,'Bob');
CREATE TABLE game_houses (
	league_id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	house_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	CONSTRAINT pk_game_houses PRIMARY KEY (league_id, game_id), 
	CONSTRAINT fk_game_houses_league_id_game_id_games FOREIGN KEY(league_id, game_id) REFERENCES games (league_id, id), 
	CONSTRAINT fk_game_houses_league_id_house_id_number_house_versions FOREIGN KEY(league_id, house_id, number) REFERENCES house_versions (league_id, house_id, number)
)
 STRICT

;
INSERT INTO "game_houses" VALUES(1,5,1,2);
CREATE TABLE "games" (
	league_id INTEGER NOT NULL, 
	id INTEGER NOT NULL, 
	code TEXT NOT NULL, 
	title TEXT, 
	played_on TEXT, 
	rulebook_id INTEGER NOT NULL, 
	head TEXT NOT NULL, 
	seq INTEGER NOT NULL, 
	hash BLOB NOT NULL, 
	state TEXT NOT NULL, 
	status TEXT NOT NULL, 
	started_at TEXT NOT NULL, 
	touched_at TEXT NOT NULL, 
	finished_at TEXT, 
	rematch_of INTEGER, 
	device_id INTEGER NOT NULL, 
	op_id TEXT NOT NULL, 
	op_hash TEXT NOT NULL, 
	night_id INTEGER NOT NULL, title_key TEXT, 
	CONSTRAINT pk_games PRIMARY KEY (league_id, id), 
	CONSTRAINT fk_games_device_id_devices FOREIGN KEY(device_id) REFERENCES devices (id), 
	CONSTRAINT uq_games_league_id_rematch_of UNIQUE (league_id, rematch_of), 
	CONSTRAINT fk_games_league_id_rematch_of_games FOREIGN KEY(league_id, rematch_of) REFERENCES games (league_id, id), 
	CONSTRAINT fk_games_league_id_rulebook_id_rulebooks FOREIGN KEY(league_id, rulebook_id) REFERENCES rulebooks (league_id, id), 
	CONSTRAINT uq_games_code UNIQUE (code), 
	CONSTRAINT uq_games_league_id_op_id UNIQUE (league_id, op_id), 
	CONSTRAINT fk_games_league_id_leagues FOREIGN KEY(league_id) REFERENCES leagues (id), 
	CONSTRAINT fk_games_league_id_night_id_nights FOREIGN KEY(league_id, night_id) REFERENCES nights (league_id, id)
)
 STRICT

;
INSERT INTO "games" VALUES(1,1,'EKBuS-1frAdqDHxugfpUIA','Légion d''ÉTÉ ♠',NULL,1,'{"v":1,"players":["1","2","3","4"],"dealer":"4","sides":[["1","3"],["2","4"]],"rules":{},"opening":{},"stakes":{"currency":"USD","game":100,"set":25,"point":0,"moon":0,"bid_point":0}}',19,X'B885BA99624707CBAEDB46860CC44473F49CE76E85E31A21F50BCC20B5978D71','{"v":2,"seq":19,"table":{"house":{},"players":["1","2","3","4"],"teams":[["1","3"],["2","4"]],"dealer":"1","scores":{"1":54,"2":20,"3":54,"4":20},"sets":{"1":1,"2":0,"3":1,"4":0},"balances":{"1":100,"2":-100,"3":100,"4":-100},"sits":{"1":0,"2":0,"3":0,"4":0},"reading":null,"play_on":false,"winners":["1","3"],"hands":9},"recent":[[17,17,9,{"bidder":"1","bid":9,"points":{"high":"1","low":"2","jack":"1","off_jack":"1","high_joker":"1","low_joker":"1","game":"1","trey":"1"}},{"house":{},"players":["1","2","3","4"],"teams":[["1","3"],["2","4"]],"dealer":"2","scores":{"1":27,"2":17,"3":27,"4":17},"sets":{"1":1,"2":0,"3":1,"4":0},"balances":{"1":0,"2":0,"3":0,"4":0},"sits":{"1":0,"2":0,"3":0,"4":0},"reading":null,"play_on":false,"winners":[],"hands":6}],[18,18,10,{"bidder":"3","bid":9,"points":{"high":"3","low":"2","jack":"3","off_jack":"3","high_joker":"3","low_joker":"3","game":"3","trey":"3"}},{"house":{},"players":["1","2","3","4"],"teams":[["1","3"],["2","4"]],"dealer":"3","scores":{"1":36,"2":18,"3":36,"4":18},"sets":{"1":1,"2":0,"3":1,"4":0},"balances":{"1":0,"2":0,"3":0,"4":0},"sits":{"1":0,"2":0,"3":0,"4":0},"reading":null,"play_on":false,"winners":[],"hands":7}],[19,19,11,{"bidder":"1","bid":9,"points":{"high":"1","low":"2","jack":"1","off_jack":"1","high_joker":"1","low_joker":"1","game":"1","trey":"1"}},{"house":{},"players":["1","2","3","4"],"teams":[["1","3"],["2","4"]],"dealer":"4","scores":{"1":45,"2":19,"3":45,"4":19},"sets":{"1":1,"2":0,"3":1,"4":0},"balances":{"1":0,"2":0,"3":0,"4":0},"sits":{"1":0,"2":0,"3":0,"4":0},"reading":null,"play_on":false,"winners":[],"hands":8}]],"undo":19}','finished','2026-09-12T19:32:00.000000Z','2026-09-12T19:44:40.000000Z','2026-09-12T19:44:40.000000Z',NULL,1,'8df8e8bbfcc0f72f1ca45521a2b52112','f60aa69e9a77348f319347769b36949d4f0b27577998625fb67666a384dfc96a',1,'légion d''été ♠');
INSERT INTO "games" VALUES(1,2,'S9exA8qeM_54Pp1GJQaa1Q','Légion d''ÉTÉ ♠',NULL,1,'{"v":1,"players":["1","2","3","4"],"dealer":"1","sides":[["1","3"],["2","4"]],"rules":{},"opening":{},"stakes":{"currency":"USD","game":100,"set":25,"point":0,"moon":0,"bid_point":0}}',1,X'78B227A4282A4F98904166F134FA973511B7C0AA54C46BB77BF628C708B3AA13','{"v":2,"seq":1,"table":{"house":{},"players":["1","2","3","4"],"teams":[["1","3"],["2","4"]],"dealer":"2","scores":{"1":3,"2":-10,"3":3,"4":-10},"sets":{"1":0,"2":1,"3":0,"4":1},"balances":{"1":0,"2":0,"3":0,"4":0},"sits":{"1":0,"2":0,"3":0,"4":0},"reading":null,"play_on":false,"winners":[],"hands":1},"recent":[[1,1,1,{"bidder":"2","bid":10,"points":{"high":"3","low":"3","jack":"3","off_jack":"2","high_joker":"2","low_joker":"2","game":"2","trey":"2"}},{"house":{},"players":["1","2","3","4"],"teams":[["1","3"],["2","4"]],"dealer":"1","scores":{"1":0,"2":0,"3":0,"4":0},"sets":{"1":0,"2":0,"3":0,"4":0},"balances":{"1":0,"2":0,"3":0,"4":0},"sits":{"1":0,"2":0,"3":0,"4":0},"reading":null,"play_on":false,"winners":[],"hands":0}]],"undo":1}','playing','2026-09-12T19:45:20.000000Z','2026-09-12T19:46:00.000000Z',NULL,1,1,'00000000000000000000000000000014','c21fc691b0b8b5c15907b483d99887ea2407aa41cafd6e1a3450e2f1d0dae520',1,'légion d''été ♠');
INSERT INTO "games" VALUES(1,3,'za2M0_sNeXM58qe-PdfPbw',NULL,NULL,2,'{"v":1,"players":["1","2","3"],"dealer":"3","sides":[["1"],["2"],["3"]],"rules":{},"opening":{},"stakes":{"currency":"USD","game":0,"set":0,"point":25,"moon":200,"bid_point":5}}',9,X'4C80E2454AC5B953F9333E3CB3E3E8235C6D6AA8730450AD491B5756CCD7BD49','{"v":2,"seq":9,"table":{"house":{"game.tie":"low"},"players":["1","4","3"],"teams":[["1"],["4"],["3"]],"dealer":"1","scores":{"1":2,"4":0,"3":0},"sets":{"1":0,"4":0,"3":1,"2":0},"balances":{"1":90,"2":100,"3":-155,"4":-35},"sits":{"1":0,"4":0,"3":0},"reading":null,"play_on":false,"winners":[],"hands":4},"recent":[[6,6,6,{"leave":"2"},{"house":{"game.tie":"low"},"players":["1","4","2","3"],"teams":[["1"],["4"],["2"],["3"]],"dealer":"2","scores":{"1":2,"4":0,"2":4,"3":-2},"sets":{"1":0,"4":0,"2":0,"3":1},"balances":{"1":45,"2":25,"3":-70,"4":0},"sits":{"1":0,"4":0,"2":0,"3":0},"reading":null,"play_on":false,"winners":[],"hands":3}],[8,8,7,{"settle":true},{"house":{"game.tie":"low"},"players":["1","4","3"],"teams":[["1"],["4"],["3"]],"dealer":"3","scores":{"1":0,"4":0,"3":0},"sets":{"1":0,"4":0,"3":1,"2":0},"balances":{"1":70,"2":100,"3":-145,"4":-25},"sits":{"1":0,"4":0,"3":0},"reading":null,"play_on":false,"winners":[],"hands":3}],[9,9,8,{"bidder":"1","bid":2,"points":{"high":"1","jack":"1"}},{"house":{"game.tie":"low"},"players":["1","4","3"],"teams":[["1"],["4"],["3"]],"dealer":"3","scores":{"1":0,"4":0,"3":0},"sets":{"1":0,"4":0,"3":1,"2":0},"balances":{"1":70,"2":100,"3":-145,"4":-25},"sits":{"1":0,"4":0,"3":0},"reading":null,"play_on":false,"winners":[],"hands":3}]],"undo":9}','playing','2026-09-12T19:46:40.000000Z','2026-09-12T19:52:40.000000Z',NULL,NULL,1,'58184bcf53076be3e61559ce18f22f43','8f63441bbc99f30ca31534de1af0ffa8f7fc68fb2b4efc963c7bf93ce95d6907',1,NULL);
INSERT INTO "games" VALUES(1,4,'NZ23QfeWEVtimpXZuD_pOw','Carried over','2026-09-04',3,'{"v":1,"players":["1","2","3","4"],"dealer":"4","sides":[["1","3"],["2","4"]],"rules":{"finish.target":11},"opening":{"1":5,"3":5},"stakes":null}',2,X'046E4CD608FE7630D9A915CD840B5ABFBA3DF6FD30C5CDEA20D1A8422396CC21','{"v":2,"seq":2,"table":{"house":{"finish.target":11},"players":["1","2","3","4"],"teams":[["1","3"],["2","4"]],"dealer":"2","scores":{"1":8,"2":4,"3":8,"4":4},"sets":{"1":0,"2":0,"3":0,"4":0},"balances":{"1":0,"2":0,"3":0,"4":0},"sits":{"1":0,"2":0,"3":0,"4":0},"reading":null,"play_on":false,"winners":[],"hands":2},"recent":[[1,1,1,{"bidder":"2","bid":3,"points":{"high":"2","low":"4","jack":"1","game":"2"}},{"house":{"finish.target":11},"players":["1","2","3","4"],"teams":[["1","3"],["2","4"]],"dealer":"4","scores":{"1":5,"2":0,"3":5,"4":0},"sets":{"1":0,"2":0,"3":0,"4":0},"balances":{"1":0,"2":0,"3":0,"4":0},"sits":{"1":0,"2":0,"3":0,"4":0},"reading":null,"play_on":false,"winners":[],"hands":0}],[2,2,2,{"bidder":"1","bid":2,"points":{"high":"1","low":"1","game":"2"}},{"house":{"finish.target":11},"players":["1","2","3","4"],"teams":[["1","3"],["2","4"]],"dealer":"1","scores":{"1":6,"2":3,"3":6,"4":3},"sets":{"1":0,"2":0,"3":0,"4":0},"balances":{"1":0,"2":0,"3":0,"4":0},"sits":{"1":0,"2":0,"3":0,"4":0},"reading":null,"play_on":false,"winners":[],"hands":1}]],"undo":2}','playing','2026-09-12T19:53:20.000000Z','2026-09-12T19:54:00.000000Z',NULL,NULL,1,'0000000000000000000000000000001f','ff0893e34414177d8b00730dbfa9ba8e94f9a2be9c2f6533a93f9b9c199613e0',2,'carried over');
INSERT INTO "games" VALUES(2,1,'MqpSUK6ZvqflTgseQxiSWA',NULL,NULL,1,'{"v":1,"players":["1","2","3"],"dealer":"3","sides":[["1"],["2"],["3"]],"rules":{"finish.start":4},"opening":{"1":9},"stakes":null}',2,X'A4B93C882BE4F239348A9E0958D03866DCDE542C3528183144CEEE06847EE404','{"v":2,"seq":2,"table":{"house":{"finish.start":4},"players":["1","2","3"],"teams":[["1"],["2"],["3"]],"dealer":"2","scores":{"1":8,"2":-3,"3":7},"sets":{"1":0,"2":0,"3":0},"balances":{"1":0,"2":0,"3":0},"sits":{"1":0,"2":0,"3":0},"reading":{"first":"2","trends":{"1":"down","2":"down","3":"up"}},"play_on":false,"winners":["2"],"hands":0},"recent":[[1,1,1,{"tricks":{"2":3,"3":2},"sat":["1"]},{"house":{"finish.start":4},"players":["1","2","3"],"teams":[["1"],["2"],["3"]],"dealer":"3","scores":{"1":9,"2":4,"3":4},"sets":{"1":0,"2":0,"3":0},"balances":{"1":0,"2":0,"3":0},"sits":{"1":0,"2":0,"3":0},"reading":null,"play_on":false,"winners":[],"hands":0}],[2,2,2,{"tricks":{"1":1,"2":4,"3":0}},{"house":{"finish.start":4},"players":["1","2","3"],"teams":[["1"],["2"],["3"]],"dealer":"1","scores":{"1":9,"2":1,"3":2},"sets":{"1":0,"2":0,"3":0},"balances":{"1":0,"2":0,"3":0},"sits":{"1":1,"2":0,"3":0},"reading":{"first":"1","trends":{"1":"steady","2":"down","3":"down"}},"play_on":false,"winners":[],"hands":0}]],"undo":2}','finished','2026-09-19T19:54:40.000000Z','2026-09-19T19:56:00.000000Z','2026-09-19T19:56:00.000000Z',NULL,2,'0c636b9096713efbf6ccf86d1cdab4ab','f7feb2ee24ad9fde7d85cce2e177ec93bfec8764a4bca1d3635489fbad8d9b1b',1,NULL);
INSERT INTO "games" VALUES(1,5,'Q8fhjVLfdpwg5Ze_rye2_A',NULL,NULL,3,'{"v":1,"players":["1","2","3","4"],"dealer":"4","sides":[["1","3"],["2","4"]],"rules":{"finish.target":15},"opening":{},"stakes":null}',1,X'826FD740CCA179C17F941FDA5F8985D4D7EE1DB3D08E720EC8853E66C4D29366','{"v":2,"seq":1,"table":{"house":{"finish.target":15},"players":["1","2","3","4"],"teams":[["1","3"],["2","4"]],"dealer":"1","scores":{"1":4,"2":0,"3":4,"4":0},"sets":{"1":0,"2":0,"3":0,"4":0},"balances":{"1":0,"2":0,"3":0,"4":0},"sits":{"1":0,"2":0,"3":0,"4":0},"reading":null,"play_on":false,"winners":[],"hands":1},"recent":[[1,1,1,{"bidder":"1","bid":4,"points":{"high":"1","low":"1","jack":"1","game":"1"}},{"house":{"finish.target":15},"players":["1","2","3","4"],"teams":[["1","3"],["2","4"]],"dealer":"4","scores":{"1":0,"2":0,"3":0,"4":0},"sets":{"1":0,"2":0,"3":0,"4":0},"balances":{"1":0,"2":0,"3":0,"4":0},"sits":{"1":0,"2":0,"3":0,"4":0},"reading":null,"play_on":false,"winners":[],"hands":0}]],"undo":1}','playing','2026-09-19T19:58:00.000000Z','2026-09-19T19:58:40.000000Z',NULL,NULL,1,'259a55fc26bf4c43904ee0b098ddc872','77c36063ee95433bda600488dcdc2ed9cbf81f65077994fb23a785b9d571b506',3,NULL);
CREATE TABLE house_rules (
	league_id INTEGER NOT NULL, 
	id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	archived_at TEXT, 
	CONSTRAINT pk_house_rules PRIMARY KEY (league_id, id), 
	CONSTRAINT fk_house_rules_league_id_leagues FOREIGN KEY(league_id) REFERENCES leagues (id)
)
 STRICT

;
INSERT INTO "house_rules" VALUES(1,1,'Legion rules',NULL);
CREATE TABLE house_versions (
	league_id INTEGER NOT NULL, 
	house_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	rulebook_id INTEGER NOT NULL, 
	settings TEXT NOT NULL, 
	op_id TEXT NOT NULL, 
	device_id INTEGER NOT NULL, 
	saved_at TEXT NOT NULL, 
	CONSTRAINT pk_house_versions PRIMARY KEY (league_id, house_id, number), 
	CONSTRAINT uq_house_versions_league_id_op_id UNIQUE (league_id, op_id), 
	CONSTRAINT ck_house_versions_counted CHECK (number >= 1), 
	CONSTRAINT fk_house_versions_league_id_house_id_house_rules FOREIGN KEY(league_id, house_id) REFERENCES house_rules (league_id, id), 
	CONSTRAINT fk_house_versions_league_id_rulebook_id_rulebooks FOREIGN KEY(league_id, rulebook_id) REFERENCES rulebooks (league_id, id), 
	CONSTRAINT fk_house_versions_device_id_devices FOREIGN KEY(device_id) REFERENCES devices (id)
)
 STRICT

;
INSERT INTO "house_versions" VALUES(1,1,1,3,'{"finish.target":11}','00000000000000000000000000000023',1,'2026-09-19T19:56:40.000000Z');
INSERT INTO "house_versions" VALUES(1,1,2,3,'{"finish.target":15}','00000000000000000000000000000024',1,'2026-09-19T19:57:20.000000Z');
CREATE TABLE "leagues" (
	id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	created_at TEXT NOT NULL, 
	currency TEXT, 
	stake_limit INTEGER, 
	code TEXT NOT NULL, 
	CONSTRAINT pk_leagues PRIMARY KEY (id), 
	CONSTRAINT uq_leagues_code UNIQUE (code)
)
 STRICT

;
INSERT INTO "leagues" VALUES(1,'Our league','2026-09-12T19:32:00.000000Z','USD',NULL,'Xz4EiKy7hdjHpMI2biWkvg');
INSERT INTO "leagues" VALUES(2,'Our league','2026-09-19T19:54:40.000000Z',NULL,NULL,'AWI8XTk3feMU1QhuKDd-ow');
CREATE TABLE lines (
	league_id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	op_id TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	target INTEGER, 
	facts TEXT NOT NULL, 
	actor_id INTEGER, 
	device_id INTEGER NOT NULL, 
	recorded_at TEXT NOT NULL, 
	previous_hash BLOB NOT NULL, 
	hash BLOB NOT NULL, 
	CONSTRAINT pk_lines PRIMARY KEY (league_id, game_id, seq), 
	CONSTRAINT uq_lines_league_id_op_id UNIQUE (league_id, op_id), 
	CONSTRAINT ck_lines_counted CHECK (seq >= 1), 
	CONSTRAINT ck_lines_backwards CHECK (target IS NULL OR target < seq), 
	CONSTRAINT fk_lines_league_id_game_id_games FOREIGN KEY(league_id, game_id) REFERENCES games (league_id, id), 
	CONSTRAINT fk_lines_league_id_actor_id_people FOREIGN KEY(league_id, actor_id) REFERENCES people (league_id, id), 
	CONSTRAINT fk_lines_device_id_devices FOREIGN KEY(device_id) REFERENCES devices (id)
)
 STRICT

;
INSERT INTO "lines" VALUES(1,1,1,'00000000000000000000000000000001','line',NULL,'{"v":1,"line":{"bidder":"2","bid":5,"points":{"high":"2","low":"2","jack":"2","off_jack":"2","high_joker":"2","low_joker":"2","game":"2","trey":"2"},"note":"\u201cBob\u201d was < sure > & said so"}}',NULL,1,'2026-09-12T19:32:40.000000Z',X'B4E184DE7861D03D84F25E347A67EDEB9A88A38FD5F3DC204F15CD274795AACB',X'DB6E82AB41D6B3B68E414984C15AD3684C8F342DE624B879C1DC97DB96AAAC4B');
INSERT INTO "lines" VALUES(1,1,2,'00000000000000000000000000000002','line',NULL,'{"v":1,"line":{"bidder":"3","bid":8,"points":{"high":"3","low":"2","jack":"3","off_jack":"3","high_joker":"3","low_joker":"3","game":"3","trey":"2"}}}',NULL,1,'2026-09-12T19:33:20.000000Z',X'DB6E82AB41D6B3B68E414984C15AD3684C8F342DE624B879C1DC97DB96AAAC4B',X'2F09FC491192916A1D6B0848EE8107BC1E52A41C44779CA17779F184EE50DBDF');
INSERT INTO "lines" VALUES(1,1,3,'00000000000000000000000000000003','line',NULL,'{"v":1,"line":{"misdeal":true,"note":"eleven cards"}}',NULL,1,'2026-09-12T19:34:00.000000Z',X'2F09FC491192916A1D6B0848EE8107BC1E52A41C44779CA17779F184EE50DBDF',X'E777C3A38E49F795809199E817A70B7530511E18FF182E24FCC4219B92F576EC');
INSERT INTO "lines" VALUES(1,1,4,'00000000000000000000000000000004','line',NULL,'{"v":1,"line":{"bidder":"4","bid":6,"points":{"high":"4","low":"4","jack":"4","off_jack":"4","high_joker":"4","low_joker":"4","game":"4","trey":"4"}}}',NULL,1,'2026-09-12T19:34:40.000000Z',X'E777C3A38E49F795809199E817A70B7530511E18FF182E24FCC4219B92F576EC',X'4875EA5710E079330234E929CEB7EE37F99856DB50356EC45234237EDBA9220D');
INSERT INTO "lines" VALUES(1,1,5,'00000000000000000000000000000005','correct',1,'{"v":1,"line":{"bidder":"2","bid":6,"points":{"high":"2","low":"2","jack":"2","off_jack":"2","high_joker":"2","low_joker":"2","game":"1","trey":"2"}},"reason":"Misheard"}',NULL,1,'2026-09-12T19:35:20.000000Z',X'4875EA5710E079330234E929CEB7EE37F99856DB50356EC45234237EDBA9220D',X'D20804807FF8CB63C57A43651122F052B4E7F40F69BFA9330EF75D92AA409882');
INSERT INTO "lines" VALUES(1,1,6,'00000000000000000000000000000006','correct',1,'{"v":1,"line":{"bidder":"2","bid":7,"points":{"high":"2","low":"2","jack":"2","off_jack":"2","high_joker":"2","low_joker":"2","game":"3","trey":"2"}},"reason":"Misheard again"}',NULL,1,'2026-09-12T19:36:00.000000Z',X'D20804807FF8CB63C57A43651122F052B4E7F40F69BFA9330EF75D92AA409882',X'C31CCD563BC7A908E0050D59563100BCBD775D67270C2B330C424B1AE2C364F3');
INSERT INTO "lines" VALUES(1,1,7,'00000000000000000000000000000007','undo',4,'{"v":1,"reason":"It never happened"}',NULL,1,'2026-09-12T19:36:40.000000Z',X'C31CCD563BC7A908E0050D59563100BCBD775D67270C2B330C424B1AE2C364F3',X'DC7E324F66737A520F97FE6A19F95EA098469033E200C28719F2002D96B4DBFC');
INSERT INTO "lines" VALUES(1,1,8,'00000000000000000000000000000008','line',NULL,'{"v":1,"line":{"bidder":"1","bid":4,"points":{"high":"1","low":"1","jack":"1","off_jack":"1","high_joker":"1","low_joker":"1","game":"1","trey":"1"}}}',NULL,1,'2026-09-12T19:37:20.000000Z',X'DC7E324F66737A520F97FE6A19F95EA098469033E200C28719F2002D96B4DBFC',X'C481D60E869ADAFFAD6F74CC924904FFE8543069C44AD96C1C98EAD026C2A45A');
INSERT INTO "lines" VALUES(1,1,9,'00000000000000000000000000000009','undo',8,'{"v":1,"reason":null}',NULL,1,'2026-09-12T19:38:00.000000Z',X'C481D60E869ADAFFAD6F74CC924904FFE8543069C44AD96C1C98EAD026C2A45A',X'4DD2449CB458065E2549955C39F35C4663AE42CEFFD45262B5ECEB7C001E7E59');
INSERT INTO "lines" VALUES(1,1,10,'0000000000000000000000000000000a','undo',9,'{"v":1,"reason":"It was right after all"}',NULL,1,'2026-09-12T19:38:40.000000Z',X'4DD2449CB458065E2549955C39F35C4663AE42CEFFD45262B5ECEB7C001E7E59',X'0E7AB9D0072FBE70972FAB7D7FD9ED3D72A0AC2747F23AC4E7F9CB7B5004B989');
INSERT INTO "lines" VALUES(1,1,11,'0000000000000000000000000000000b','undo',10,'{"v":1,"reason":null}',NULL,1,'2026-09-12T19:39:20.000000Z',X'0E7AB9D0072FBE70972FAB7D7FD9ED3D72A0AC2747F23AC4E7F9CB7B5004B989',X'C6D74519676BE51382DDB3804D96918758BCC4A5BB0D648FB9D9DA1BA0F9770E');
INSERT INTO "lines" VALUES(1,1,12,'0000000000000000000000000000000c','line',NULL,'{"v":1,"line":{"adjust":{"1":-2},"reason":"Looked at a trick"}}',NULL,1,'2026-09-12T19:40:00.000000Z',X'C6D74519676BE51382DDB3804D96918758BCC4A5BB0D648FB9D9DA1BA0F9770E',X'1E64BA302DCF19CBA7B2E89B9804FAFE87D1E736C932B44A2684703987854246');
INSERT INTO "lines" VALUES(1,1,13,'0000000000000000000000000000000d','line',NULL,'{"v":1,"line":{"bidder":"1","bid":9,"points":{"high":"1","low":"2","jack":"1","off_jack":"1","high_joker":"1","low_joker":"1","game":"1","trey":"1"}}}',NULL,1,'2026-09-12T19:40:40.000000Z',X'1E64BA302DCF19CBA7B2E89B9804FAFE87D1E736C932B44A2684703987854246',X'10AE38E95D0DC2833DDBB2D36A2C936A954C31E4CDF821CA5A33823A89BC6952');
INSERT INTO "lines" VALUES(1,1,14,'0000000000000000000000000000000e','line',NULL,'{"v":1,"line":{"bidder":"3","bid":9,"points":{"high":"3","low":"2","jack":"3","off_jack":"3","high_joker":"3","low_joker":"3","game":"3","trey":"3"}}}',NULL,1,'2026-09-12T19:41:20.000000Z',X'10AE38E95D0DC2833DDBB2D36A2C936A954C31E4CDF821CA5A33823A89BC6952',X'B953B19344DFAA136B482633FE7B7A31A74AF313C1486E8126A32AA2CD48489B');
INSERT INTO "lines" VALUES(1,1,15,'0000000000000000000000000000000f','line',NULL,'{"v":1,"line":{"bidder":"1","bid":9,"points":{"high":"1","low":"2","jack":"1","off_jack":"1","high_joker":"1","low_joker":"1","game":"1","trey":"1"}}}',NULL,1,'2026-09-12T19:42:00.000000Z',X'B953B19344DFAA136B482633FE7B7A31A74AF313C1486E8126A32AA2CD48489B',X'E676DEC294638CFD30F26180356421DC448E22E97FABE84C6AA93E272C55ED47');
INSERT INTO "lines" VALUES(1,1,16,'00000000000000000000000000000010','line',NULL,'{"v":1,"line":{"bidder":"3","bid":9,"points":{"high":"3","low":"2","jack":"3","off_jack":"3","high_joker":"3","low_joker":"3","game":"3","trey":"3"}}}',NULL,1,'2026-09-12T19:42:40.000000Z',X'E676DEC294638CFD30F26180356421DC448E22E97FABE84C6AA93E272C55ED47',X'C922A4DE8D99FEA96820D3F5E083DDFC899F26C14F6733A53B08739494C06C50');
INSERT INTO "lines" VALUES(1,1,17,'00000000000000000000000000000011','line',NULL,'{"v":1,"line":{"bidder":"1","bid":9,"points":{"high":"1","low":"2","jack":"1","off_jack":"1","high_joker":"1","low_joker":"1","game":"1","trey":"1"}}}',NULL,1,'2026-09-12T19:43:20.000000Z',X'C922A4DE8D99FEA96820D3F5E083DDFC899F26C14F6733A53B08739494C06C50',X'9A41BC7E44FFD48129B48936FBE6C2F24BFCF00F50D438821736C502B1E3D5D4');
INSERT INTO "lines" VALUES(1,1,18,'00000000000000000000000000000012','line',NULL,'{"v":1,"line":{"bidder":"3","bid":9,"points":{"high":"3","low":"2","jack":"3","off_jack":"3","high_joker":"3","low_joker":"3","game":"3","trey":"3"}}}',NULL,1,'2026-09-12T19:44:00.000000Z',X'9A41BC7E44FFD48129B48936FBE6C2F24BFCF00F50D438821736C502B1E3D5D4',X'13F04A6D327A09DA62104D45083AC50FC9923697A2F7E35103869B05032AB313');
INSERT INTO "lines" VALUES(1,1,19,'00000000000000000000000000000013','line',NULL,'{"v":1,"line":{"bidder":"1","bid":9,"points":{"high":"1","low":"2","jack":"1","off_jack":"1","high_joker":"1","low_joker":"1","game":"1","trey":"1"}}}',NULL,1,'2026-09-12T19:44:40.000000Z',X'13F04A6D327A09DA62104D45083AC50FC9923697A2F7E35103869B05032AB313',X'B885BA99624707CBAEDB46860CC44473F49CE76E85E31A21F50BCC20B5978D71');
INSERT INTO "lines" VALUES(1,2,1,'00000000000000000000000000000015','line',NULL,'{"v":1,"line":{"bidder":"2","bid":10,"points":{"high":"3","low":"3","jack":"3","off_jack":"2","high_joker":"2","low_joker":"2","game":"2","trey":"2"}}}',NULL,1,'2026-09-12T19:46:00.000000Z',X'670EA83620E4589834EF6AFFDB09570C639E008FF01FA76677E9B0EB9FAD016E',X'78B227A4282A4F98904166F134FA973511B7C0AA54C46BB77BF628C708B3AA13');
INSERT INTO "lines" VALUES(1,3,1,'00000000000000000000000000000016','line',NULL,'{"v":1,"line":{"bidder":"1","bid":2,"points":{"high":"1","low":"1","game":"3"}}}',NULL,1,'2026-09-12T19:47:20.000000Z',X'83C8BB07B8AB5779A9AD102536AD1C1F033354B4098D467D6735E59894ABF82D',X'D6ABC1CE723FCB8D0CE6A855796780A3206DCE2D46913C7DEFB82E2B4D8CC0E9');
INSERT INTO "lines" VALUES(1,3,2,'00000000000000000000000000000017','line',NULL,'{"v":1,"line":{"join":"4","after":"1"}}',NULL,1,'2026-09-12T19:48:00.000000Z',X'D6ABC1CE723FCB8D0CE6A855796780A3206DCE2D46913C7DEFB82E2B4D8CC0E9',X'DD7E3E45A2AC9828A3451D4B15CD3A97B0F2B8CF3AA54BA8B41028C204D3DA75');
INSERT INTO "lines" VALUES(1,3,3,'00000000000000000000000000000018','line',NULL,'{"v":1,"line":{"bidder":"2","bid":3,"points":{"high":"2","low":"3","jack":"2","game":"2"}}}',NULL,1,'2026-09-12T19:48:40.000000Z',X'DD7E3E45A2AC9828A3451D4B15CD3A97B0F2B8CF3AA54BA8B41028C204D3DA75',X'5877BA3D22653DC2FBFD83D9041D710B92A583EA174A5D80A0031696E9AE6E08');
INSERT INTO "lines" VALUES(1,3,4,'00000000000000000000000000000019','line',NULL,'{"v":1,"line":{"bidder":"3","bid":2,"points":{"high":"1","low":"2","game":"1"}}}',NULL,1,'2026-09-12T19:49:20.000000Z',X'5877BA3D22653DC2FBFD83D9041D710B92A583EA174A5D80A0031696E9AE6E08',X'59FA6E0401810FF34AA1B1BB885D50D43EA164158D302C1CEDE03E823FD57404');
INSERT INTO "lines" VALUES(1,3,5,'0000000000000000000000000000001a','line',NULL,'{"v":1,"line":{"rules":{"game.tie":"low"},"note":"after that tie"}}',NULL,1,'2026-09-12T19:50:00.000000Z',X'59FA6E0401810FF34AA1B1BB885D50D43EA164158D302C1CEDE03E823FD57404',X'B1E4BCE98A60A311FBB42B794A3A2E25941F3087539466060A99292408A7BB99');
INSERT INTO "lines" VALUES(1,3,6,'0000000000000000000000000000001b','line',NULL,'{"v":1,"line":{"leave":"2"}}',NULL,1,'2026-09-12T19:50:40.000000Z',X'B1E4BCE98A60A311FBB42B794A3A2E25941F3087539466060A99292408A7BB99',X'F7BFC4CB5DC1F469C5BD745103EB2110EC6F876FE0700EB970B5770B29B84C63');
INSERT INTO "lines" VALUES(1,3,7,'0000000000000000000000000000001c','correct',4,'{"v":1,"line":{"bidder":"3","bid":3,"points":{"high":"1","low":"2","game":"1"}},"reason":"He bid three"}',NULL,1,'2026-09-12T19:51:20.000000Z',X'F7BFC4CB5DC1F469C5BD745103EB2110EC6F876FE0700EB970B5770B29B84C63',X'E51A4D90BBBB2D5AC4B5A2B5B1A66B8FB6CE0E54CA4DCE391AAEB6D040BB49C2');
INSERT INTO "lines" VALUES(1,3,8,'0000000000000000000000000000001d','line',NULL,'{"v":1,"line":{"settle":true}}',NULL,1,'2026-09-12T19:52:00.000000Z',X'E51A4D90BBBB2D5AC4B5A2B5B1A66B8FB6CE0E54CA4DCE391AAEB6D040BB49C2',X'12F81A2066687159C172591489C9C7C6E146526E6AA62684B28B3D81308E86AA');
INSERT INTO "lines" VALUES(1,3,9,'0000000000000000000000000000001e','line',NULL,'{"v":1,"line":{"bidder":"1","bid":2,"points":{"high":"1","jack":"1"}}}',NULL,1,'2026-09-12T19:52:40.000000Z',X'12F81A2066687159C172591489C9C7C6E146526E6AA62684B28B3D81308E86AA',X'4C80E2454AC5B953F9333E3CB3E3E8235C6D6AA8730450AD491B5756CCD7BD49');
INSERT INTO "lines" VALUES(1,4,1,'0000000000000000000000000000001f.1','line',NULL,'{"v":1,"line":{"bidder":"2","bid":3,"points":{"high":"2","low":"4","jack":"1","game":"2"}}}',NULL,1,'2026-09-12T19:53:20.000000Z',X'CFE215AE6B518EF869AE5FF0E3731A888A6254DDD5B15BCC50EBE6963F7DCD77',X'9BD47BDC52A58FFC9E27B39BCC093A889430C0C634BB8ADE62AE28C1990FCB1D');
INSERT INTO "lines" VALUES(1,4,2,'00000000000000000000000000000020','line',NULL,'{"v":1,"line":{"bidder":"1","bid":2,"points":{"high":"1","low":"1","game":"2"}}}',NULL,1,'2026-09-12T19:54:00.000000Z',X'9BD47BDC52A58FFC9E27B39BCC093A889430C0C634BB8ADE62AE28C1990FCB1D',X'046E4CD608FE7630D9A915CD840B5ABFBA3DF6FD30C5CDEA20D1A8422396CC21');
INSERT INTO "lines" VALUES(2,1,1,'00000000000000000000000000000021','line',NULL,'{"v":1,"line":{"tricks":{"2":3,"3":2},"sat":["1"]}}',NULL,2,'2026-09-19T19:55:20.000000Z',X'1DF0F410FCE85A51981E2BF73C66707E9CAA45F70BEBEA95B82D6831D5F1EEE0',X'D937D4E42DB94476158EF5B1D0FAD1B3DE4CCF17FC4CE8D11B4BAF31AA8134AC');
INSERT INTO "lines" VALUES(2,1,2,'00000000000000000000000000000022','line',NULL,'{"v":1,"line":{"tricks":{"1":1,"2":4,"3":0}}}',NULL,2,'2026-09-19T19:56:00.000000Z',X'D937D4E42DB94476158EF5B1D0FAD1B3DE4CCF17FC4CE8D11B4BAF31AA8134AC',X'A4B93C882BE4F239348A9E0958D03866DCDE542C3528183144CEEE06847EE404');
INSERT INTO "lines" VALUES(1,5,1,'00000000000000000000000000000025','line',NULL,'{"v":1,"line":{"bidder":"1","bid":4,"points":{"high":"1","low":"1","jack":"1","game":"1"}}}',NULL,1,'2026-09-19T19:58:40.000000Z',X'AF2768BBD20C2D8582B0198D4A31BCB41371BDFE7E5EAAAF4157487D37ED28EC',X'826FD740CCA179C17F941FDA5F8985D4D7EE1DB3D08E720EC8853E66C4D29366');
CREATE TABLE links (
	league_id INTEGER NOT NULL, 
	id INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	game_id INTEGER, 
	code TEXT NOT NULL, 
	device_id INTEGER NOT NULL, 
	made_at TEXT NOT NULL, 
	revoked_at TEXT, 
	CONSTRAINT pk_links PRIMARY KEY (league_id, id), 
	CONSTRAINT uq_links_code UNIQUE (code), 
	CONSTRAINT ck_links_kind CHECK (kind IN ('join', 'read')), 
	CONSTRAINT ck_links_game CHECK ((kind = 'read') = (game_id IS NOT NULL)), 
	CONSTRAINT fk_links_league_id_leagues FOREIGN KEY(league_id) REFERENCES leagues (id), 
	CONSTRAINT fk_links_league_id_game_id_games FOREIGN KEY(league_id, game_id) REFERENCES games (league_id, id), 
	CONSTRAINT fk_links_device_id_devices FOREIGN KEY(device_id) REFERENCES devices (id)
)
 STRICT

;
INSERT INTO "links" VALUES(1,1,'join',NULL,'4BGE93A',1,'2026-09-12T19:32:00.000000Z',NULL);
INSERT INTO "links" VALUES(1,2,'read',1,'OKhw1sopJa8gPsCbwF59_w',1,'2026-09-12T19:32:00.000000Z',NULL);
INSERT INTO "links" VALUES(1,3,'read',2,'y86OJd9UvxUfhAzftMhKyw',1,'2026-09-12T19:45:20.000000Z',NULL);
INSERT INTO "links" VALUES(1,4,'read',3,'AdwG84-9tiP7izTL8AmE4A',1,'2026-09-12T19:46:40.000000Z',NULL);
INSERT INTO "links" VALUES(1,5,'read',4,'QPmdfO0b8-Wo7kfBpVC5jA',1,'2026-09-12T19:53:20.000000Z',NULL);
INSERT INTO "links" VALUES(2,1,'join',NULL,'BVZAGNV',2,'2026-09-19T19:54:40.000000Z',NULL);
INSERT INTO "links" VALUES(2,2,'read',1,'YyrU0b6hPJiPrVrMh7c_og',2,'2026-09-19T19:54:40.000000Z',NULL);
INSERT INTO "links" VALUES(1,6,'read',5,'r8aFIuO4vHCLLUStimecug',1,'2026-09-19T19:58:00.000000Z',NULL);
CREATE TABLE "members" (
	league_id INTEGER NOT NULL, 
	device_id INTEGER NOT NULL, 
	role TEXT NOT NULL, 
	since TEXT NOT NULL, 
	person_id INTEGER, 
	asked_at TEXT, 
	admitted_by INTEGER, 
	revoked_at TEXT, 
	CONSTRAINT pk_members PRIMARY KEY (league_id, device_id), 
	CONSTRAINT fk_members_league_id_leagues FOREIGN KEY(league_id) REFERENCES leagues (id), 
	CONSTRAINT fk_members_device_id_devices FOREIGN KEY(device_id) REFERENCES devices (id), 
	CONSTRAINT fk_members_league_id_person_id_people FOREIGN KEY(league_id, person_id) REFERENCES people (league_id, id), 
	CONSTRAINT fk_members_admitted_by_devices FOREIGN KEY(admitted_by) REFERENCES devices (id)
)
 STRICT

;
INSERT INTO "members" VALUES(1,1,'owner','2026-09-12T19:32:00.000000Z',NULL,NULL,NULL,NULL);
INSERT INTO "members" VALUES(2,2,'owner','2026-09-19T19:54:40.000000Z',NULL,NULL,NULL,NULL);
CREATE TABLE nights (
	league_id INTEGER NOT NULL, 
	id INTEGER NOT NULL, 
	day TEXT NOT NULL, 
	opened_at TEXT NOT NULL, 
	closed_at TEXT, 
	CONSTRAINT pk_nights PRIMARY KEY (league_id, id), 
	CONSTRAINT uq_nights_league_id_day UNIQUE (league_id, day), 
	CONSTRAINT fk_nights_league_id_leagues FOREIGN KEY(league_id) REFERENCES leagues (id)
)
 STRICT

;
INSERT INTO "nights" VALUES(1,1,'2026-09-12','2026-09-12T19:32:00.000000Z',NULL);
INSERT INTO "nights" VALUES(1,2,'2026-09-04','2026-09-12T19:53:20.000000Z',NULL);
INSERT INTO "nights" VALUES(2,1,'2026-09-19','2026-09-19T19:54:40.000000Z',NULL);
INSERT INTO "nights" VALUES(1,3,'2026-09-19','2026-09-19T19:58:00.000000Z',NULL);
CREATE TABLE opinions (
	league_id INTEGER NOT NULL, 
	op_id TEXT NOT NULL, 
	game_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	says TEXT NOT NULL, 
	note TEXT, 
	device_id INTEGER NOT NULL, 
	person_id INTEGER, 
	said_at TEXT NOT NULL, 
	CONSTRAINT pk_opinions PRIMARY KEY (league_id, op_id), 
	CONSTRAINT ck_opinions_says CHECK (says IN ('agree', 'dispute')), 
	CONSTRAINT fk_opinions_league_id_game_id_seq_lines FOREIGN KEY(league_id, game_id, seq) REFERENCES lines (league_id, game_id, seq), 
	CONSTRAINT fk_opinions_league_id_person_id_people FOREIGN KEY(league_id, person_id) REFERENCES people (league_id, id), 
	CONSTRAINT fk_opinions_device_id_devices FOREIGN KEY(device_id) REFERENCES devices (id)
)
 STRICT

;
CREATE TABLE pair_seasons (
	league_id INTEGER NOT NULL, 
	season_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	other_id INTEGER NOT NULL, 
	together INTEGER NOT NULL, 
	won INTEGER NOT NULL, 
	lost INTEGER NOT NULL, 
	bids INTEGER NOT NULL, 
	made INTEGER NOT NULL, 
	met INTEGER NOT NULL, 
	ahead INTEGER NOT NULL, 
	behind INTEGER NOT NULL, 
	CONSTRAINT pk_pair_seasons PRIMARY KEY (league_id, season_id, person_id, other_id), 
	CONSTRAINT fk_pair_seasons_league_id_person_id_people FOREIGN KEY(league_id, person_id) REFERENCES people (league_id, id), 
	CONSTRAINT fk_pair_seasons_league_id_other_id_people FOREIGN KEY(league_id, other_id) REFERENCES people (league_id, id)
)
 STRICT

;
INSERT INTO "pair_seasons" VALUES(1,-1,1,3,1,1,0,8,7,0,0,0);
INSERT INTO "pair_seasons" VALUES(1,-1,1,2,0,0,0,0,0,1,1,0);
INSERT INTO "pair_seasons" VALUES(1,-1,1,4,0,0,0,0,0,1,1,0);
INSERT INTO "pair_seasons" VALUES(1,-1,3,1,1,1,0,8,7,0,0,0);
INSERT INTO "pair_seasons" VALUES(1,-1,3,2,0,0,0,0,0,1,1,0);
INSERT INTO "pair_seasons" VALUES(1,-1,3,4,0,0,0,0,0,1,1,0);
INSERT INTO "pair_seasons" VALUES(1,-1,2,1,0,0,0,0,0,1,0,1);
INSERT INTO "pair_seasons" VALUES(1,-1,2,3,0,0,0,0,0,1,0,1);
INSERT INTO "pair_seasons" VALUES(1,-1,2,4,1,0,1,1,1,0,0,0);
INSERT INTO "pair_seasons" VALUES(1,-1,4,1,0,0,0,0,0,1,0,1);
INSERT INTO "pair_seasons" VALUES(1,-1,4,3,0,0,0,0,0,1,0,1);
INSERT INTO "pair_seasons" VALUES(1,-1,4,2,1,0,1,1,1,0,0,0);
INSERT INTO "pair_seasons" VALUES(2,0,1,2,0,0,0,0,0,1,0,1);
INSERT INTO "pair_seasons" VALUES(2,0,1,3,0,0,0,0,0,1,0,1);
INSERT INTO "pair_seasons" VALUES(2,0,2,1,0,0,0,0,0,1,1,0);
INSERT INTO "pair_seasons" VALUES(2,0,2,3,0,0,0,0,0,1,1,0);
INSERT INTO "pair_seasons" VALUES(2,0,3,1,0,0,0,0,0,1,1,0);
INSERT INTO "pair_seasons" VALUES(2,0,3,2,0,0,0,0,0,1,0,1);
INSERT INTO "pair_seasons" VALUES(2,-1,1,2,0,0,0,0,0,1,0,1);
INSERT INTO "pair_seasons" VALUES(2,-1,1,3,0,0,0,0,0,1,0,1);
INSERT INTO "pair_seasons" VALUES(2,-1,2,1,0,0,0,0,0,1,1,0);
INSERT INTO "pair_seasons" VALUES(2,-1,2,3,0,0,0,0,0,1,1,0);
INSERT INTO "pair_seasons" VALUES(2,-1,3,1,0,0,0,0,0,1,1,0);
INSERT INTO "pair_seasons" VALUES(2,-1,3,2,0,0,0,0,0,1,0,1);
INSERT INTO "pair_seasons" VALUES(1,1,1,3,1,1,0,8,7,0,0,0);
INSERT INTO "pair_seasons" VALUES(1,1,1,2,0,0,0,0,0,1,1,0);
INSERT INTO "pair_seasons" VALUES(1,1,1,4,0,0,0,0,0,1,1,0);
INSERT INTO "pair_seasons" VALUES(1,1,3,1,1,1,0,8,7,0,0,0);
INSERT INTO "pair_seasons" VALUES(1,1,3,2,0,0,0,0,0,1,1,0);
INSERT INTO "pair_seasons" VALUES(1,1,3,4,0,0,0,0,0,1,1,0);
INSERT INTO "pair_seasons" VALUES(1,1,2,1,0,0,0,0,0,1,0,1);
INSERT INTO "pair_seasons" VALUES(1,1,2,3,0,0,0,0,0,1,0,1);
INSERT INTO "pair_seasons" VALUES(1,1,2,4,1,0,1,1,1,0,0,0);
INSERT INTO "pair_seasons" VALUES(1,1,4,1,0,0,0,0,0,1,0,1);
INSERT INTO "pair_seasons" VALUES(1,1,4,3,0,0,0,0,0,1,0,1);
INSERT INTO "pair_seasons" VALUES(1,1,4,2,1,0,1,1,1,0,0,0);
CREATE TABLE partner_games (
	league_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	other_id INTEGER NOT NULL, 
	day TEXT NOT NULL, 
	game_id INTEGER NOT NULL, 
	CONSTRAINT pk_partner_games PRIMARY KEY (league_id, person_id, other_id, day, game_id), 
	CONSTRAINT fk_partner_games_league_id_game_id_games FOREIGN KEY(league_id, game_id) REFERENCES games (league_id, id), 
	CONSTRAINT fk_partner_games_league_id_person_id_people FOREIGN KEY(league_id, person_id) REFERENCES people (league_id, id), 
	CONSTRAINT fk_partner_games_league_id_other_id_people FOREIGN KEY(league_id, other_id) REFERENCES people (league_id, id)
)
 STRICT

;
INSERT INTO "partner_games" VALUES(1,1,3,'2026-09-12',1);
INSERT INTO "partner_games" VALUES(1,2,4,'2026-09-12',1);
CREATE TABLE "people" (
	league_id INTEGER NOT NULL, 
	id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	archived_at TEXT, 
	guest INTEGER NOT NULL, 
	merged_into INTEGER, 
	erased_at TEXT, 
	CONSTRAINT pk_people PRIMARY KEY (league_id, id), 
	CONSTRAINT fk_people_league_id_leagues FOREIGN KEY(league_id) REFERENCES leagues (id), 
	CONSTRAINT ck_people_guest CHECK (guest IN (0, 1)), 
	CONSTRAINT fk_people_league_id_merged_into_people FOREIGN KEY(league_id, merged_into) REFERENCES people (league_id, id)
)
 STRICT

;
INSERT INTO "people" VALUES(1,1,'Ann',NULL,0,NULL,NULL);
INSERT INTO "people" VALUES(1,2,'Robert',NULL,0,NULL,NULL);
INSERT INTO "people" VALUES(1,3,'Cy',NULL,0,NULL,NULL);
INSERT INTO "people" VALUES(1,4,'Dee',NULL,0,NULL,NULL);
INSERT INTO "people" VALUES(1,5,'Eve',NULL,1,NULL,NULL);
INSERT INTO "people" VALUES(2,1,'Ann',NULL,0,NULL,NULL);
INSERT INTO "people" VALUES(2,2,'Flo',NULL,0,NULL,NULL);
INSERT INTO "people" VALUES(2,3,'Gil',NULL,0,NULL,NULL);
CREATE TABLE person_seasons (
	league_id INTEGER NOT NULL, 
	season_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	doc TEXT NOT NULL, 
	form TEXT, 
	CONSTRAINT pk_person_seasons PRIMARY KEY (league_id, season_id, person_id), 
	CONSTRAINT fk_person_seasons_league_id_person_id_people FOREIGN KEY(league_id, person_id) REFERENCES people (league_id, id)
)
 STRICT

;
INSERT INTO "person_seasons" VALUES(1,-1,1,'{"against":20,"b.at.game":9,"b.at.high":9,"b.at.high_joker":8,"b.at.jack":9,"b.at.low":9,"b.at.low_joker":8,"b.at.off_jack":8,"b.at.trey":8,"b.got.game":8,"b.got.high":9,"b.got.high_joker":8,"b.got.jack":8,"b.got.low":1,"b.got.low_joker":8,"b.got.off_jack":8,"b.got.trey":7,"bid.2":1,"bid.9":4,"bid_permille":4100,"bid_sum":38,"bids":5,"cents.USD":170,"counted":5,"counted_bid_sum":38,"d.at.game":3,"d.at.high":3,"d.at.high_joker":1,"d.at.jack":3,"d.at.low":3,"d.at.low_joker":1,"d.at.off_jack":1,"d.at.trey":1,"d.got.game":2,"d.got.high":1,"defended":3,"defended_set":1,"for":54,"games":2,"hands":12,"made":5,"made.2":1,"made.9":4,"over_of":5,"side_bids":9,"side_made":8,"took_sum":38,"won":1}',NULL);
INSERT INTO "person_seasons" VALUES(1,-1,2,'{"against":54,"b.at.game":2,"b.at.high":2,"b.at.high_joker":1,"b.at.jack":2,"b.at.low":2,"b.at.low_joker":1,"b.at.off_jack":1,"b.at.trey":1,"b.got.game":1,"b.got.high":2,"b.got.high_joker":1,"b.got.jack":2,"b.got.low":1,"b.got.low_joker":1,"b.got.off_jack":1,"b.got.trey":1,"bid.3":1,"bid.7":1,"bid_permille":1450,"bid_sum":10,"bids":2,"counted":2,"counted_bid_sum":10,"d.at.game":10,"d.at.high":10,"d.at.high_joker":8,"d.at.jack":10,"d.at.low":10,"d.at.low_joker":8,"d.at.off_jack":8,"d.at.trey":8,"d.got.low":9,"d.got.trey":1,"defended":10,"defended_set":2,"for":20,"games":2,"hands":12,"lost":1,"made":2,"made.3":1,"made.7":1,"over":2,"over_of":2,"side_bids":2,"side_made":2,"took_sum":12}',NULL);
INSERT INTO "person_seasons" VALUES(1,-1,3,'{"against":20,"b.at.game":9,"b.at.high":9,"b.at.high_joker":8,"b.at.jack":9,"b.at.low":9,"b.at.low_joker":8,"b.at.off_jack":8,"b.at.trey":8,"b.got.game":8,"b.got.high":8,"b.got.high_joker":8,"b.got.jack":8,"b.got.low_joker":8,"b.got.off_jack":8,"b.got.trey":7,"bid.3":1,"bid.8":1,"bid.9":3,"bid_permille":4250,"bid_sum":38,"bids":5,"cents.USD":-45,"counted":5,"counted_bid_sum":38,"d.at.game":3,"d.at.high":3,"d.at.high_joker":1,"d.at.jack":3,"d.at.low":3,"d.at.low_joker":1,"d.at.off_jack":1,"d.at.trey":1,"d.got.game":2,"d.got.low":1,"defended":3,"for":54,"games":2,"hands":12,"made":3,"made.9":3,"over_of":3,"set":2,"short":5,"side_bids":9,"side_made":7,"took_sum":33,"won":1}',NULL);
INSERT INTO "person_seasons" VALUES(1,-1,4,'{"against":54,"b.at.game":1,"b.at.high":1,"b.at.high_joker":1,"b.at.jack":1,"b.at.low":1,"b.at.low_joker":1,"b.at.off_jack":1,"b.at.trey":1,"b.got.high":1,"b.got.high_joker":1,"b.got.jack":1,"b.got.low":1,"b.got.low_joker":1,"b.got.off_jack":1,"b.got.trey":1,"cents.USD":-100,"d.at.game":8,"d.at.high":8,"d.at.high_joker":8,"d.at.jack":8,"d.at.low":8,"d.at.low_joker":8,"d.at.off_jack":8,"d.at.trey":8,"d.got.low":8,"d.got.trey":1,"defended":8,"defended_set":1,"for":20,"games":1,"hands":9,"lost":1,"side_bids":1,"side_made":1}',NULL);
INSERT INTO "person_seasons" VALUES(1,-1,5,'{"cents.USD":-25,"d.at.game":2,"d.at.high":2,"d.at.jack":2,"d.at.low":2,"defended":2,"defended_set":1,"games":1,"hands":2}',NULL);
INSERT INTO "person_seasons" VALUES(2,0,1,'{"against":7,"for":-4,"games":1,"hands":2,"lost":1,"sat":1,"stayed":1,"tricks":1}','{"mu":21413689,"sigma":8058224,"run":-1,"longest":0,"drought":1}');
INSERT INTO "person_seasons" VALUES(2,0,2,'{"against":-3,"boxes":1,"for":7,"games":1,"hands":2,"stayed":2,"tricks":7,"won":1}','{"mu":27869049,"sigma":8205243,"run":1,"longest":1,"drought":0}');
INSERT INTO "person_seasons" VALUES(2,0,3,'{"against":7,"blanks":1,"boxes":1,"for":-3,"games":1,"hands":2,"lost":1,"stayed":2,"tricks":2}','{"mu":25717262,"sigma":8058224,"run":-1,"longest":0,"drought":1}');
INSERT INTO "person_seasons" VALUES(2,-1,1,'{"against":7,"for":-4,"games":1,"hands":2,"lost":1,"sat":1,"stayed":1,"tricks":1}',NULL);
INSERT INTO "person_seasons" VALUES(2,-1,2,'{"against":-3,"boxes":1,"for":7,"games":1,"hands":2,"stayed":2,"tricks":7,"won":1}',NULL);
INSERT INTO "person_seasons" VALUES(2,-1,3,'{"against":7,"blanks":1,"boxes":1,"for":-3,"games":1,"hands":2,"lost":1,"stayed":2,"tricks":2}',NULL);
INSERT INTO "person_seasons" VALUES(1,1,1,'{"against":20,"b.at.game":9,"b.at.high":9,"b.at.high_joker":8,"b.at.jack":9,"b.at.low":9,"b.at.low_joker":8,"b.at.off_jack":8,"b.at.trey":8,"b.got.game":8,"b.got.high":9,"b.got.high_joker":8,"b.got.jack":8,"b.got.low":1,"b.got.low_joker":8,"b.got.off_jack":8,"b.got.trey":7,"bid.2":1,"bid.9":4,"bid_permille":4100,"bid_sum":38,"bids":5,"cents.USD":170,"counted":5,"counted_bid_sum":38,"d.at.game":3,"d.at.high":3,"d.at.high_joker":1,"d.at.jack":3,"d.at.low":3,"d.at.low_joker":1,"d.at.off_jack":1,"d.at.trey":1,"d.got.game":2,"d.got.high":1,"defended":3,"defended_set":1,"for":54,"games":2,"hands":12,"made":5,"made.2":1,"made.9":4,"over_of":5,"side_bids":9,"side_made":8,"took_sum":38,"won":1}','{"mu":26964295,"sigma":8177962,"run":1,"longest":1,"drought":0}');
INSERT INTO "person_seasons" VALUES(1,1,2,'{"against":54,"b.at.game":2,"b.at.high":2,"b.at.high_joker":1,"b.at.jack":2,"b.at.low":2,"b.at.low_joker":1,"b.at.off_jack":1,"b.at.trey":1,"b.got.game":1,"b.got.high":2,"b.got.high_joker":1,"b.got.jack":2,"b.got.low":1,"b.got.low_joker":1,"b.got.off_jack":1,"b.got.trey":1,"bid.3":1,"bid.7":1,"bid_permille":1450,"bid_sum":10,"bids":2,"counted":2,"counted_bid_sum":10,"d.at.game":10,"d.at.high":10,"d.at.high_joker":8,"d.at.jack":10,"d.at.low":10,"d.at.low_joker":8,"d.at.off_jack":8,"d.at.trey":8,"d.got.low":9,"d.got.trey":1,"defended":10,"defended_set":2,"for":20,"games":2,"hands":12,"lost":1,"made":2,"made.3":1,"made.7":1,"over":2,"over_of":2,"side_bids":2,"side_made":2,"took_sum":12}','{"mu":23035705,"sigma":8177962,"run":-1,"longest":0,"drought":1}');
INSERT INTO "person_seasons" VALUES(1,1,3,'{"against":20,"b.at.game":9,"b.at.high":9,"b.at.high_joker":8,"b.at.jack":9,"b.at.low":9,"b.at.low_joker":8,"b.at.off_jack":8,"b.at.trey":8,"b.got.game":8,"b.got.high":8,"b.got.high_joker":8,"b.got.jack":8,"b.got.low_joker":8,"b.got.off_jack":8,"b.got.trey":7,"bid.3":1,"bid.8":1,"bid.9":3,"bid_permille":4250,"bid_sum":38,"bids":5,"cents.USD":-45,"counted":5,"counted_bid_sum":38,"d.at.game":3,"d.at.high":3,"d.at.high_joker":1,"d.at.jack":3,"d.at.low":3,"d.at.low_joker":1,"d.at.off_jack":1,"d.at.trey":1,"d.got.game":2,"d.got.low":1,"defended":3,"for":54,"games":2,"hands":12,"made":3,"made.9":3,"over_of":3,"set":2,"short":5,"side_bids":9,"side_made":7,"took_sum":33,"won":1}','{"mu":26964295,"sigma":8177962,"run":1,"longest":1,"drought":0}');
INSERT INTO "person_seasons" VALUES(1,1,4,'{"against":54,"b.at.game":1,"b.at.high":1,"b.at.high_joker":1,"b.at.jack":1,"b.at.low":1,"b.at.low_joker":1,"b.at.off_jack":1,"b.at.trey":1,"b.got.high":1,"b.got.high_joker":1,"b.got.jack":1,"b.got.low":1,"b.got.low_joker":1,"b.got.off_jack":1,"b.got.trey":1,"cents.USD":-100,"d.at.game":8,"d.at.high":8,"d.at.high_joker":8,"d.at.jack":8,"d.at.low":8,"d.at.low_joker":8,"d.at.off_jack":8,"d.at.trey":8,"d.got.low":8,"d.got.trey":1,"defended":8,"defended_set":1,"for":20,"games":1,"hands":9,"lost":1,"side_bids":1,"side_made":1}','{"mu":23035705,"sigma":8177962,"run":-1,"longest":0,"drought":1}');
INSERT INTO "person_seasons" VALUES(1,1,5,'{"cents.USD":-25,"d.at.game":2,"d.at.high":2,"d.at.jack":2,"d.at.low":2,"defended":2,"defended_set":1,"games":1,"hands":2}','{"mu":25000000,"sigma":8333333,"run":0,"longest":0,"drought":0}');
CREATE TABLE plays (
	league_id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	day TEXT NOT NULL, 
	season_id INTEGER NOT NULL, 
	variant TEXT NOT NULL, 
	won INTEGER, 
	currency TEXT, 
	cents INTEGER NOT NULL, 
	mu_before INTEGER NOT NULL, 
	sigma_before INTEGER NOT NULL, 
	mu INTEGER NOT NULL, 
	sigma INTEGER NOT NULL, 
	run INTEGER NOT NULL, 
	longest INTEGER NOT NULL, 
	drought INTEGER NOT NULL, 
	CONSTRAINT pk_plays PRIMARY KEY (league_id, game_id, person_id), 
	CONSTRAINT fk_plays_league_id_game_id_games FOREIGN KEY(league_id, game_id) REFERENCES games (league_id, id), 
	CONSTRAINT fk_plays_league_id_person_id_people FOREIGN KEY(league_id, person_id) REFERENCES people (league_id, id)
)
 STRICT

;
INSERT INTO "plays" VALUES(2,1,1,'2026-09-19',0,'smoke',0,NULL,0,25000000,8333333,21413689,8058224,-1,0,1);
INSERT INTO "plays" VALUES(2,1,2,'2026-09-19',0,'smoke',1,NULL,0,25000000,8333333,27869049,8205243,1,1,0);
INSERT INTO "plays" VALUES(2,1,3,'2026-09-19',0,'smoke',0,NULL,0,25000000,8333333,25717262,8058224,-1,0,1);
INSERT INTO "plays" VALUES(1,1,1,'2026-09-12',1,'minnesota-ten-point',1,'USD',100,25000000,8333333,26964295,8177962,1,1,0);
INSERT INTO "plays" VALUES(1,1,2,'2026-09-12',1,'minnesota-ten-point',0,'USD',-100,25000000,8333333,23035705,8177962,-1,0,1);
INSERT INTO "plays" VALUES(1,1,3,'2026-09-12',1,'minnesota-ten-point',1,'USD',100,25000000,8333333,26964295,8177962,1,1,0);
INSERT INTO "plays" VALUES(1,1,4,'2026-09-12',1,'minnesota-ten-point',0,'USD',-100,25000000,8333333,23035705,8177962,-1,0,1);
INSERT INTO "plays" VALUES(1,3,1,'2026-09-12',1,'money-pitch',NULL,'USD',70,26964295,8177962,26964295,8177962,1,1,0);
INSERT INTO "plays" VALUES(1,3,2,'2026-09-12',1,'money-pitch',NULL,'USD',100,23035705,8177962,23035705,8177962,-1,0,1);
INSERT INTO "plays" VALUES(1,3,3,'2026-09-12',1,'money-pitch',NULL,'USD',-145,26964295,8177962,26964295,8177962,1,1,0);
INSERT INTO "plays" VALUES(1,3,5,'2026-09-12',1,'money-pitch',NULL,'USD',-25,25000000,8333333,25000000,8333333,0,0,0);
CREATE TABLE postings (
	league_id INTEGER NOT NULL, 
	entry_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	cents INTEGER NOT NULL, 
	CONSTRAINT pk_postings PRIMARY KEY (league_id, entry_id, person_id), 
	CONSTRAINT fk_postings_league_id_entry_id_entries FOREIGN KEY(league_id, entry_id) REFERENCES entries (league_id, id) DEFERRABLE INITIALLY DEFERRED, 
	CONSTRAINT fk_postings_league_id_person_id_people FOREIGN KEY(league_id, person_id) REFERENCES people (league_id, id)
)
 STRICT

;
INSERT INTO "postings" VALUES(1,1,1,100);
INSERT INTO "postings" VALUES(1,1,2,-100);
INSERT INTO "postings" VALUES(1,1,3,100);
INSERT INTO "postings" VALUES(1,1,4,-100);
INSERT INTO "postings" VALUES(1,2,1,45);
INSERT INTO "postings" VALUES(1,2,2,-35);
INSERT INTO "postings" VALUES(1,2,3,-10);
INSERT INTO "postings" VALUES(1,3,1,14);
INSERT INTO "postings" VALUES(1,3,2,124);
INSERT INTO "postings" VALUES(1,3,3,-102);
INSERT INTO "postings" VALUES(1,3,5,-36);
INSERT INTO "postings" VALUES(1,4,1,-14);
INSERT INTO "postings" VALUES(1,4,2,-124);
INSERT INTO "postings" VALUES(1,4,3,102);
INSERT INTO "postings" VALUES(1,4,5,36);
INSERT INTO "postings" VALUES(1,5,2,135);
INSERT INTO "postings" VALUES(1,5,1,25);
INSERT INTO "postings" VALUES(1,5,5,-25);
INSERT INTO "postings" VALUES(1,5,3,-135);
INSERT INTO "postings" VALUES(1,6,2,50);
INSERT INTO "postings" VALUES(1,6,1,-50);
INSERT INTO "postings" VALUES(1,7,2,25);
INSERT INTO "postings" VALUES(1,7,1,-25);
INSERT INTO "postings" VALUES(1,8,1,25);
INSERT INTO "postings" VALUES(1,8,2,-25);
CREATE TABLE recovery_codes (
	league_id INTEGER NOT NULL, 
	code_hash TEXT NOT NULL, 
	made_at TEXT NOT NULL, 
	used_at TEXT, 
	CONSTRAINT pk_recovery_codes PRIMARY KEY (league_id, code_hash), 
	CONSTRAINT fk_recovery_codes_league_id_leagues FOREIGN KEY(league_id) REFERENCES leagues (id)
)
 STRICT

;
CREATE TABLE results (
	league_id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	day TEXT NOT NULL, 
	season_id INTEGER NOT NULL, 
	variant TEXT NOT NULL, 
	doc TEXT NOT NULL, 
	CONSTRAINT pk_results PRIMARY KEY (league_id, game_id), 
	CONSTRAINT fk_results_league_id_game_id_games FOREIGN KEY(league_id, game_id) REFERENCES games (league_id, id)
)
 STRICT

;
INSERT INTO "results" VALUES(2,1,'2026-09-19',0,'smoke','{"v":1,"variant":"smoke","sides":[[1],[2],[3]],"places":[3,1,2],"people":{"1":{"against":7,"for":-4,"games":1,"hands":2,"lost":1,"sat":1,"stayed":1,"tricks":1},"2":{"against":-3,"boxes":1,"for":7,"games":1,"hands":2,"stayed":2,"tricks":7,"won":1},"3":{"against":7,"blanks":1,"boxes":1,"for":-3,"games":1,"hands":2,"lost":1,"stayed":2,"tricks":2}},"partners":[],"currency":null,"cents":{}}');
INSERT INTO "results" VALUES(1,1,'2026-09-12',1,'minnesota-ten-point','{"v":1,"variant":"minnesota-ten-point","sides":[[1,3],[2,4]],"places":[1,2],"people":{"1":{"against":20,"b.at.game":8,"b.at.high":8,"b.at.high_joker":8,"b.at.jack":8,"b.at.low":8,"b.at.low_joker":8,"b.at.off_jack":8,"b.at.trey":8,"b.got.game":8,"b.got.high":8,"b.got.high_joker":8,"b.got.jack":8,"b.got.low_joker":8,"b.got.off_jack":8,"b.got.trey":7,"bid.9":4,"bid_permille":3600,"bid_sum":36,"bids":4,"cents.USD":100,"counted":4,"counted_bid_sum":36,"d.at.game":1,"d.at.high":1,"d.at.high_joker":1,"d.at.jack":1,"d.at.low":1,"d.at.low_joker":1,"d.at.off_jack":1,"d.at.trey":1,"d.got.game":1,"defended":1,"for":54,"games":1,"hands":9,"made":4,"made.9":4,"over_of":4,"side_bids":8,"side_made":7,"took_sum":36,"won":1},"2":{"against":54,"b.at.game":1,"b.at.high":1,"b.at.high_joker":1,"b.at.jack":1,"b.at.low":1,"b.at.low_joker":1,"b.at.off_jack":1,"b.at.trey":1,"b.got.high":1,"b.got.high_joker":1,"b.got.jack":1,"b.got.low":1,"b.got.low_joker":1,"b.got.off_jack":1,"b.got.trey":1,"bid.7":1,"bid_permille":700,"bid_sum":7,"bids":1,"cents.USD":-100,"counted":1,"counted_bid_sum":7,"d.at.game":8,"d.at.high":8,"d.at.high_joker":8,"d.at.jack":8,"d.at.low":8,"d.at.low_joker":8,"d.at.off_jack":8,"d.at.trey":8,"d.got.low":8,"d.got.trey":1,"defended":8,"defended_set":1,"for":20,"games":1,"hands":9,"lost":1,"made":1,"made.7":1,"over":2,"over_of":1,"side_bids":1,"side_made":1,"took_sum":9},"3":{"against":20,"b.at.game":8,"b.at.high":8,"b.at.high_joker":8,"b.at.jack":8,"b.at.low":8,"b.at.low_joker":8,"b.at.off_jack":8,"b.at.trey":8,"b.got.game":8,"b.got.high":8,"b.got.high_joker":8,"b.got.jack":8,"b.got.low_joker":8,"b.got.off_jack":8,"b.got.trey":7,"bid.8":1,"bid.9":3,"bid_permille":3500,"bid_sum":35,"bids":4,"cents.USD":100,"counted":4,"counted_bid_sum":35,"d.at.game":1,"d.at.high":1,"d.at.high_joker":1,"d.at.jack":1,"d.at.low":1,"d.at.low_joker":1,"d.at.off_jack":1,"d.at.trey":1,"d.got.game":1,"defended":1,"for":54,"games":1,"hands":9,"made":3,"made.9":3,"over_of":3,"set":1,"short":2,"side_bids":8,"side_made":7,"took_sum":33,"won":1},"4":{"against":54,"b.at.game":1,"b.at.high":1,"b.at.high_joker":1,"b.at.jack":1,"b.at.low":1,"b.at.low_joker":1,"b.at.off_jack":1,"b.at.trey":1,"b.got.high":1,"b.got.high_joker":1,"b.got.jack":1,"b.got.low":1,"b.got.low_joker":1,"b.got.off_jack":1,"b.got.trey":1,"cents.USD":-100,"d.at.game":8,"d.at.high":8,"d.at.high_joker":8,"d.at.jack":8,"d.at.low":8,"d.at.low_joker":8,"d.at.off_jack":8,"d.at.trey":8,"d.got.low":8,"d.got.trey":1,"defended":8,"defended_set":1,"for":20,"games":1,"hands":9,"lost":1,"side_bids":1,"side_made":1}},"partners":[[1,3,8,7],[2,4,1,1]],"currency":"USD","cents":{"1":100,"2":-100,"3":100,"4":-100}}');
INSERT INTO "results" VALUES(1,3,'2026-09-12',1,'money-pitch','{"v":1,"variant":"money-pitch","sides":[],"places":[],"people":{"1":{"b.at.game":1,"b.at.high":1,"b.at.jack":1,"b.at.low":1,"b.got.high":1,"b.got.low":1,"bid.2":1,"bid_permille":500,"bid_sum":2,"bids":1,"cents.USD":70,"counted":1,"counted_bid_sum":2,"d.at.game":2,"d.at.high":2,"d.at.jack":2,"d.at.low":2,"d.got.game":1,"d.got.high":1,"defended":2,"defended_set":1,"games":1,"hands":3,"made":1,"made.2":1,"over_of":1,"side_bids":1,"side_made":1,"took_sum":2},"2":{"b.at.game":1,"b.at.high":1,"b.at.jack":1,"b.at.low":1,"b.got.game":1,"b.got.high":1,"b.got.jack":1,"bid.3":1,"bid_permille":750,"bid_sum":3,"bids":1,"cents.USD":100,"counted":1,"counted_bid_sum":3,"d.at.game":2,"d.at.high":2,"d.at.jack":2,"d.at.low":2,"d.got.low":1,"defended":2,"defended_set":1,"games":1,"hands":3,"made":1,"made.3":1,"over_of":1,"side_bids":1,"side_made":1,"took_sum":3},"3":{"b.at.game":1,"b.at.high":1,"b.at.jack":1,"b.at.low":1,"bid.3":1,"bid_permille":750,"bid_sum":3,"bids":1,"cents.USD":-145,"counted":1,"counted_bid_sum":3,"d.at.game":2,"d.at.high":2,"d.at.jack":2,"d.at.low":2,"d.got.game":1,"d.got.low":1,"defended":2,"games":1,"hands":3,"set":1,"short":3,"side_bids":1},"5":{"cents.USD":-25,"d.at.game":2,"d.at.high":2,"d.at.jack":2,"d.at.low":2,"defended":2,"defended_set":1,"games":1,"hands":2}},"partners":[],"currency":"USD","cents":{"1":70,"2":100,"3":-145,"5":-25}}');
CREATE TABLE rulebooks (
	league_id INTEGER NOT NULL, 
	id INTEGER NOT NULL, 
	digest TEXT NOT NULL, 
	variant TEXT NOT NULL, 
	CONSTRAINT pk_rulebooks PRIMARY KEY (league_id, id), 
	CONSTRAINT uq_rulebooks_league_id_digest UNIQUE (league_id, digest), 
	CONSTRAINT fk_rulebooks_league_id_leagues FOREIGN KEY(league_id) REFERENCES leagues (id)
)
 STRICT

;
INSERT INTO "rulebooks" VALUES(1,1,'19951a22132fdbef628df5f544f9b1c151b6ec9cf86cdb9a94ff149a11aa8baf','{"key":"minnesota-ten-point","name":"Minnesota ten-point Smear","family":"Smear","kind":"bidding","summary":"Ten points a hand, bids from 4, to 52; five players call a partner","sources":["catalogue V06","catalogue V07","catalogue V08","source 000"],"asks":["game.tie","auction.all_pass","call.alone_by_choice"],"settings":{"deck.joker_tie":"first","deck.ranks":"A K Q J 10 9 8 7 6 5 4 3 2","deck.jokers":2,"deal.may_discard":"no-trump","deal.cards":9,"deal.hand":6,"deal.exchange":"discard","deal.exchange_size":3,"play.follow":"follow-or-trump","play.first_lead":"any","auction.min":4,"auction.max":"all","auction.rounds":"one","auction.all_pass":"redeal","points.high.worth":1,"points.high.to":"holder","points.high.card":"in-play","points.low.worth":1,"points.low.to":"holder","points.low.card":"in-play","points.jack.worth":1,"points.jack.to":"taker","points.game.worth":1,"points.game.to":"taker","game.by":"count","game.tie":"nobody","scoring.made":"taken","scoring.others":"taken","finish.target":52,"finish.may_win":"any","finish.crossing":"higher-then-bidders","dealing.next":"left","deck.off_jack":true,"points.off_jack.worth":1,"points.off_jack.to":"taker","points.high_joker.worth":1,"points.high_joker.to":"taker","points.low_joker.worth":1,"points.low_joker.to":"taker","points.trey.worth":3,"points.trey.to":"taker"},"sizes":{"4":{"seating.sides":"partners","deal.cards":10,"deal.exchange_size":4},"5":{"seating.sides":"called-partner","call.what":"trump-by-rank","call.not":"own-and-trey","call.reveal":"at-once","call.alone_by_choice":false,"deal.cards":10,"deal.exchange_size":4},"6":{"seating.sides":"partners","deal.cards":8,"deal.exchange_size":2}},"jokers_lowest":false}');
INSERT INTO "rulebooks" VALUES(1,2,'60e70aa934b8bffb3df88d82cf3df575871988867482e57712381abe84f5cf49','{"key":"money-pitch","name":"Money Pitch","family":"Pitch","kind":"bidding","summary":"Everyone alone, no target: so much a point against the average; come and go as you like","sources":["catalogue V44","source 003"],"asks":["special.made","special.failed"],"settings":{"auction.trump":"first-lead","auction.min":2,"auction.max":"all","auction.rounds":"one","auction.dealer_steals":true,"auction.all_pass":"dealer-forced","auction.throw_card":false,"auction.double_if_over_throw_set":false,"deal.packets":3,"deal.cards":6,"deal.hand":6,"deal.exchange":"none","deck.ranks":"A K Q J 10 9 8 7 6 5 4 3 2","play.follow":"follow-or-trump","play.first_lead":"trump","play.no_trump_first_trick":false,"special.name":"moon","special.bid":"above","special.needs":"all-points-and-tricks","special.made":"none","special.made_score":4,"special.failed":"none","special.failed_score":4,"points.high.worth":1,"points.high.to":"holder","points.high.card":"in-play","points.low.worth":1,"points.low.to":"taker","points.low.card":"in-play","points.jack.worth":1,"points.jack.to":"taker","points.game.worth":1,"points.game.to":"taker","game.by":"count","game.tie":"nobody","scoring.made":"taken","scoring.others":"taken","finish.target":"none","finish.may_win":"bid-made","dealing.next":"left","table.open":true},"sizes":{"2":{"seating.sides":"solo"},"3":{"seating.sides":"solo"},"4":{"seating.sides":"solo"},"5":{"seating.sides":"solo"},"6":{"auction.trump":"first-lead","deal.packets":3,"deal.cards":6,"deal.exchange":"none","deal.exchange_size":0,"seating.sides":"solo"},"7":{"seating.sides":"solo"},"8":{"seating.sides":"solo"}},"jokers_lowest":false,"notes":{"winning":["To settle up, compare every score with the average of the table: for each point above it you collect, usually 10 cents, and for each point below it you pay as much. A made moon brings a dollar from each of the others and is marked with a star; for a failed one you pay each of them a dollar."]}}');
INSERT INTO "rulebooks" VALUES(1,3,'160266bcb9efd5c00f49bb113e5c4c089ef5307a72df189123bd5be023ff6048','{"key":"partnership-pitch","name":"Partnership Pitch","family":"Pitch","kind":"bidding","summary":"Four points a hand, bids 2 to 4 or smudge; only a made bid wins, at 21","sources":["catalogue V24","catalogue V26","catalogue V27","catalogue V28","source 003"],"asks":["auction.throw_card","auction.double_if_over_throw_set","play.no_trump_first_trick"],"settings":{"auction.trump":"first-lead","auction.min":2,"auction.max":"all","auction.rounds":"one","auction.dealer_steals":true,"auction.all_pass":"dealer-forced","auction.throw_card":false,"auction.double_if_over_throw_set":false,"deal.packets":3,"deal.cards":6,"deal.hand":6,"deal.exchange":"none","deck.ranks":"A K Q J 10 9 8 7 6 5 4 3 2","play.follow":"follow-or-trump","play.first_lead":"trump","play.no_trump_first_trick":false,"special.name":"smudge","special.bid":"above","special.needs":"all-points-and-tricks","special.made":"score","special.made_score":"bid","special.failed":"lose","special.failed_score":"bid","points.high.worth":1,"points.high.to":"holder","points.high.card":"in-play","points.low.worth":1,"points.low.to":"taker","points.low.card":"in-play","points.jack.worth":1,"points.jack.to":"taker","points.game.worth":1,"points.game.to":"taker","game.by":"count","game.tie":"nobody","scoring.made":"taken","scoring.others":"taken","finish.target":21,"finish.may_win":"bid-made","dealing.next":"left"},"sizes":{"4":{"seating.sides":"partners"},"6":{"auction.trump":"named","deal.packets":0,"deal.cards":8,"deal.exchange":"discard","deal.exchange_size":2,"seating.sides":"pairs"}},"jokers_lowest":false}');
INSERT INTO "rulebooks" VALUES(2,1,'2c428b6631ea6d11317bab7b6f80001c29971581ba9f21e718038589daf1d881','{"key":"smoke","name":"Smoke","family":"Smoke","kind":"smoke","summary":"Everyone alone, from ten down to zero: one off a trick, five up for none","sources":["catalogue V48","source 002"],"asks":["tally.never_land_at"],"settings":{"deck.ranks":"A K Q J 10 9 8 7 6 5 4 3 2","deal.cards":5,"deal.hand":5,"deal.exchange":"draw","deal.exchange_size":5,"play.follow":"follow-or-trump","play.first_lead":"trump","play.no_trump_first_trick":false,"finish.start":10,"finish.direction":"down","finish.target":0,"tally.trick":-1,"tally.no_trick":5,"tally.infraction":5,"tally.max_sits":2,"tally.box_at":2,"tally.never_land_at":14},"sizes":{"2":{"seating.sides":"solo"},"3":{"seating.sides":"solo"},"4":{"seating.sides":"solo"},"5":{"seating.sides":"solo"},"6":{"seating.sides":"solo"},"7":{"seating.sides":"solo"},"8":{"seating.sides":"solo"}},"jokers_lowest":false}');
CREATE TABLE seasons (
	league_id INTEGER NOT NULL, 
	id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	starts_on TEXT NOT NULL, 
	ends_on TEXT, 
	standing TEXT NOT NULL, 
	archived_at TEXT, 
	CONSTRAINT pk_seasons PRIMARY KEY (league_id, id), 
	CONSTRAINT ck_seasons_counted CHECK (id >= 1), 
	CONSTRAINT ck_seasons_forwards CHECK (starts_on <= ends_on), 
	CONSTRAINT fk_seasons_league_id_leagues FOREIGN KEY(league_id) REFERENCES leagues (id)
)
 STRICT

;
INSERT INTO "seasons" VALUES(1,1,'Autumn','2026-09-10',NULL,'{"by":"wins","floor":0,"nights":3}',NULL);
CREATE TABLE seats (
	league_id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY (league_id, game_id, number), 
	CONSTRAINT uq_seats_league_id_person_id_game_id UNIQUE (league_id, person_id, game_id), 
	CONSTRAINT fk_seats_league_id_game_id_games FOREIGN KEY(league_id, game_id) REFERENCES games (league_id, id), 
	CONSTRAINT fk_seats_league_id_person_id_people FOREIGN KEY(league_id, person_id) REFERENCES people (league_id, id)
)
 STRICT

;
INSERT INTO "seats" VALUES(1,1,1,1);
INSERT INTO "seats" VALUES(1,1,2,2);
INSERT INTO "seats" VALUES(1,1,3,3);
INSERT INTO "seats" VALUES(1,1,4,4);
INSERT INTO "seats" VALUES(1,2,1,1);
INSERT INTO "seats" VALUES(1,2,2,2);
INSERT INTO "seats" VALUES(1,2,3,3);
INSERT INTO "seats" VALUES(1,2,4,4);
INSERT INTO "seats" VALUES(1,3,1,1);
INSERT INTO "seats" VALUES(1,3,2,2);
INSERT INTO "seats" VALUES(1,3,3,3);
INSERT INTO "seats" VALUES(1,3,4,5);
INSERT INTO "seats" VALUES(1,4,1,1);
INSERT INTO "seats" VALUES(1,4,2,2);
INSERT INTO "seats" VALUES(1,4,3,3);
INSERT INTO "seats" VALUES(1,4,4,4);
INSERT INTO "seats" VALUES(2,1,1,1);
INSERT INTO "seats" VALUES(2,1,2,2);
INSERT INTO "seats" VALUES(2,1,3,3);
INSERT INTO "seats" VALUES(1,5,1,1);
INSERT INTO "seats" VALUES(1,5,2,2);
INSERT INTO "seats" VALUES(1,5,3,3);
INSERT INTO "seats" VALUES(1,5,4,4);
CREATE TABLE tournament_lines (
	league_id INTEGER NOT NULL, 
	tournament_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	op_id TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	target INTEGER, 
	facts TEXT NOT NULL, 
	actor_id INTEGER, 
	device_id INTEGER NOT NULL, 
	recorded_at TEXT NOT NULL, 
	CONSTRAINT pk_tournament_lines PRIMARY KEY (league_id, tournament_id, seq), 
	CONSTRAINT uq_tournament_lines_league_id_op_id UNIQUE (league_id, op_id), 
	CONSTRAINT ck_tournament_lines_counted CHECK (seq >= 1), 
	CONSTRAINT ck_tournament_lines_backwards CHECK (target IS NULL OR target < seq), 
	CONSTRAINT fk_tournament_lines_league_id_tournament_id_tournaments FOREIGN KEY(league_id, tournament_id) REFERENCES tournaments (league_id, id), 
	CONSTRAINT fk_tournament_lines_league_id_actor_id_people FOREIGN KEY(league_id, actor_id) REFERENCES people (league_id, id), 
	CONSTRAINT fk_tournament_lines_device_id_devices FOREIGN KEY(device_id) REFERENCES devices (id)
)
 STRICT

;
CREATE TABLE tournaments (
	league_id INTEGER NOT NULL, 
	id INTEGER NOT NULL, 
	code TEXT NOT NULL, 
	board_code TEXT, 
	name TEXT NOT NULL, 
	day TEXT NOT NULL, 
	status TEXT NOT NULL, 
	seq INTEGER NOT NULL, 
	founded_at TEXT NOT NULL, 
	CONSTRAINT pk_tournaments PRIMARY KEY (league_id, id), 
	CONSTRAINT uq_tournaments_code UNIQUE (code), 
	CONSTRAINT uq_tournaments_board_code UNIQUE (board_code), 
	CONSTRAINT fk_tournaments_league_id_leagues FOREIGN KEY(league_id) REFERENCES leagues (id)
)
 STRICT

;
CREATE TRIGGER lines_no_update BEFORE UPDATE ON lines BEGIN SELECT RAISE(ABORT, 'lines are only ever added'); END;
CREATE TRIGGER lines_no_delete BEFORE DELETE ON lines BEGIN SELECT RAISE(ABORT, 'lines are only ever added'); END;
CREATE TRIGGER lines_no_gap BEFORE INSERT ON lines WHEN NEW.seq <> 1 + coalesce((SELECT max(seq) FROM lines WHERE league_id = NEW.league_id AND game_id = NEW.game_id), 0) BEGIN SELECT RAISE(ABORT, 'lines are numbered without gaps'); END;
CREATE TRIGGER house_versions_no_update BEFORE UPDATE ON house_versions BEGIN SELECT RAISE(ABORT, 'versions of house rules are only ever added'); END;
CREATE TRIGGER house_versions_no_delete BEFORE DELETE ON house_versions BEGIN SELECT RAISE(ABORT, 'versions of house rules are only ever added'); END;
CREATE TRIGGER game_houses_no_update BEFORE UPDATE ON game_houses BEGIN SELECT RAISE(ABORT, 'versions of house rules are only ever added'); END;
CREATE TRIGGER game_houses_no_delete BEFORE DELETE ON game_houses BEGIN SELECT RAISE(ABORT, 'versions of house rules are only ever added'); END;
CREATE TRIGGER house_versions_no_gap BEFORE INSERT ON house_versions WHEN NEW.number <> 1 + coalesce((SELECT max(number) FROM house_versions WHERE league_id = NEW.league_id AND house_id = NEW.house_id), 0) BEGIN SELECT RAISE(ABORT, 'versions are numbered without gaps'); END;
CREATE TRIGGER game_houses_once BEFORE INSERT ON game_houses WHEN EXISTS (SELECT 1 FROM game_houses WHERE league_id = NEW.league_id AND game_id = NEW.game_id) BEGIN SELECT RAISE(ABORT, 'versions of house rules are only ever added'); END;
CREATE INDEX ix_games_league_id_night_id ON games (league_id, night_id);
CREATE TRIGGER postings_no_update BEFORE UPDATE ON postings BEGIN SELECT RAISE(ABORT, 'the ledger is only ever added to'); END;
CREATE TRIGGER postings_no_delete BEFORE DELETE ON postings BEGIN SELECT RAISE(ABORT, 'the ledger is only ever added to'); END;
CREATE INDEX ix_members_device_id ON members (device_id);
CREATE INDEX ix_failures_address_failed_at ON failures (address, failed_at);
CREATE INDEX ix_opinions_league_id_game_id_seq ON opinions (league_id, game_id, seq);
CREATE INDEX ix_lines_league_id_device_id_recorded_at ON lines (league_id, device_id, recorded_at);
CREATE TRIGGER opinions_no_update BEFORE UPDATE ON opinions BEGIN SELECT RAISE(ABORT, 'opinions are only ever added'); END;
CREATE TRIGGER opinions_no_delete BEFORE DELETE ON opinions BEGIN SELECT RAISE(ABORT, 'opinions are only ever added'); END;
CREATE TRIGGER opinions_once BEFORE INSERT ON opinions WHEN EXISTS (SELECT 1 FROM opinions WHERE league_id = NEW.league_id AND op_id = NEW.op_id) BEGIN SELECT RAISE(ABORT, 'opinions are only ever added'); END;
CREATE INDEX ix_people_league_id_name ON people (league_id, name);
CREATE INDEX ix_games_league_id_title_key_id ON games (league_id, title_key, id);
CREATE INDEX ix_results_league_id_day_game_id ON results (league_id, day, game_id);
CREATE INDEX ix_results_league_id_season_id_day_game_id ON results (league_id, season_id, day, game_id);
CREATE INDEX ix_results_league_id_variant_day_game_id ON results (league_id, variant, day, game_id);
CREATE INDEX ix_plays_league_id_person_id_day_game_id ON plays (league_id, person_id, day, game_id);
CREATE INDEX ix_plays_league_id_person_id_season_id_day_game_id ON plays (league_id, person_id, season_id, day, game_id);
CREATE INDEX ix_plays_league_id_person_id_variant_day_game_id ON plays (league_id, person_id, variant, day, game_id);
CREATE INDEX ix_partner_games_league_id_game_id ON partner_games (league_id, game_id);
CREATE INDEX ix_person_seasons_league_id_person_id_season_id ON person_seasons (league_id, person_id, season_id);
CREATE INDEX ix_postings_league_id_person_id_entry_id ON postings (league_id, person_id, entry_id);
CREATE TRIGGER changes_no_update BEFORE UPDATE ON changes BEGIN SELECT RAISE(ABORT, 'the log of a league is only ever added to'); END;
CREATE TRIGGER changes_no_delete BEFORE DELETE ON changes BEGIN SELECT RAISE(ABORT, 'the log of a league is only ever added to'); END;
CREATE TRIGGER changes_no_gap BEFORE INSERT ON changes WHEN NEW.id <> 1 + coalesce((SELECT max(id) FROM changes WHERE league_id = NEW.league_id), 0) BEGIN SELECT RAISE(ABORT, 'changes are numbered without gaps'); END;
CREATE INDEX ix_entries_league_id_game_id ON entries (league_id, game_id);
CREATE INDEX ix_entries_league_id_night_id ON entries (league_id, night_id);
CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'the ledger is only ever added to'); END;
CREATE TRIGGER entries_no_delete BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'the ledger is only ever added to'); END;
CREATE TRIGGER entries_no_gap BEFORE INSERT ON entries WHEN NEW.id <> 1 + coalesce((SELECT max(id) FROM entries WHERE league_id = NEW.league_id), 0) BEGIN SELECT RAISE(ABORT, 'entries are numbered without gaps'); END;
CREATE TRIGGER entries_balance BEFORE INSERT ON entries WHEN coalesce((SELECT sum(cents) FROM postings WHERE league_id = NEW.league_id AND entry_id = NEW.id), 1) <> 0 BEGIN SELECT RAISE(ABORT, 'the postings of an entry add up to zero'); END;
CREATE TRIGGER postings_come_first BEFORE INSERT ON postings WHEN EXISTS (SELECT 1 FROM entries WHERE league_id = NEW.league_id AND id = NEW.entry_id) BEGIN SELECT RAISE(ABORT, 'the postings of an entry are written before it'); END;
CREATE TRIGGER tournament_lines_no_update BEFORE UPDATE ON tournament_lines BEGIN SELECT RAISE(ABORT, 'the log of a tournament is only ever added to'); END;
CREATE TRIGGER tournament_lines_no_delete BEFORE DELETE ON tournament_lines BEGIN SELECT RAISE(ABORT, 'the log of a tournament is only ever added to'); END;
CREATE TRIGGER tournament_lines_no_gap BEFORE INSERT ON tournament_lines WHEN NEW.seq <> 1 + coalesce((SELECT max(seq) FROM tournament_lines WHERE league_id = NEW.league_id AND tournament_id = NEW.tournament_id), 0) BEGIN SELECT RAISE(ABORT, 'the lines of a tournament are numbered without gaps'); END;
COMMIT;
