BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
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
CREATE TABLE games (
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
	CONSTRAINT pk_games PRIMARY KEY (league_id, id), 
	CONSTRAINT uq_games_code UNIQUE (code), 
	CONSTRAINT uq_games_league_id_op_id UNIQUE (league_id, op_id), 
	CONSTRAINT uq_games_league_id_rematch_of UNIQUE (league_id, rematch_of), 
	CONSTRAINT fk_games_league_id_leagues FOREIGN KEY(league_id) REFERENCES leagues (id), 
	CONSTRAINT fk_games_device_id_devices FOREIGN KEY(device_id) REFERENCES devices (id), 
	CONSTRAINT fk_games_league_id_rulebook_id_rulebooks FOREIGN KEY(league_id, rulebook_id) REFERENCES rulebooks (league_id, id), 
	CONSTRAINT fk_games_league_id_rematch_of_games FOREIGN KEY(league_id, rematch_of) REFERENCES games (league_id, id)
)
 STRICT

;
INSERT INTO "games" VALUES(1,1,'Xz4EiKy7hdjHpMI2biWkvg','Légion d''ÉTÉ ♠',NULL,1,'{"v":1,"players":["1","2","3","4"],"dealer":"4","sides":[["1","3"],["2","4"]],"rules":{},"opening":{},"stakes":{"currency":"USD","game":100,"set":25,"point":0,"moon":0,"bid_point":0}}',19,X'27E3CFE3A8436D017A4DC0C299911FAD01A5F9F046DEFCFCF35F28DAB625C5EB','{"v":1,"seq":19,"table":{"house":{},"players":["1","2","3","4"],"teams":[["1","3"],["2","4"]],"dealer":"1","scores":{"1":54,"2":20,"3":54,"4":20},"sets":{"1":1,"2":0,"3":1,"4":0},"balances":{"1":100,"2":-100,"3":100,"4":-100},"sits":{"1":0,"2":0,"3":0,"4":0},"reading":null,"play_on":false,"winners":["1","3"]}}','finished','2026-09-12T19:32:00.000000Z','2026-09-12T19:44:40.000000Z','2026-09-12T19:44:40.000000Z',NULL,1,'8df8e8bbfcc0f72f1ca45521a2b52112','f60aa69e9a77348f319347769b36949d4f0b27577998625fb67666a384dfc96a');
INSERT INTO "games" VALUES(1,2,'EKBuS-1frAdqDHxugfpUIA','Légion d''ÉTÉ ♠',NULL,1,'{"v":1,"players":["1","2","3","4"],"dealer":"1","sides":[["1","3"],["2","4"]],"rules":{},"opening":{},"stakes":{"currency":"USD","game":100,"set":25,"point":0,"moon":0,"bid_point":0}}',1,X'067025D278C9DCBE28C804B9F77DBD503FAC9BCD886A87E712510A7CC9E67606','{"v":1,"seq":1,"table":{"house":{},"players":["1","2","3","4"],"teams":[["1","3"],["2","4"]],"dealer":"2","scores":{"1":3,"2":-10,"3":3,"4":-10},"sets":{"1":0,"2":1,"3":0,"4":1},"balances":{"1":0,"2":0,"3":0,"4":0},"sits":{"1":0,"2":0,"3":0,"4":0},"reading":null,"play_on":false,"winners":[]}}','playing','2026-09-12T19:45:20.000000Z','2026-09-12T19:46:00.000000Z',NULL,1,1,'00000000000000000000000000000014','6fafe057d082775d1b1779502334cf1432f4daf40956cd5e22ac84af3342a932');
INSERT INTO "games" VALUES(1,3,'S9exA8qeM_54Pp1GJQaa1Q',NULL,NULL,2,'{"v":1,"players":["1","2","3"],"dealer":"3","sides":[["1"],["2"],["3"]],"rules":{},"opening":{},"stakes":{"currency":"USD","game":0,"set":0,"point":25,"moon":200,"bid_point":5}}',9,X'24322B1430335446A635ECF46A1571FE4DB5CAB0528C10B6AE901ACAE8B4AAEA','{"v":1,"seq":9,"table":{"house":{"game.tie":"low"},"players":["1","4","3"],"teams":[["1"],["4"],["3"]],"dealer":"1","scores":{"1":2,"4":0,"3":0},"sets":{"1":0,"4":0,"3":1,"2":0},"balances":{"1":90,"2":100,"3":-155,"4":-35},"sits":{"1":0,"4":0,"3":0},"reading":null,"play_on":false,"winners":[]}}','playing','2026-09-12T19:46:40.000000Z','2026-09-12T19:52:40.000000Z',NULL,NULL,1,'38a870d6ca2925af203ec09bc05e7dff','8f63441bbc99f30ca31534de1af0ffa8f7fc68fb2b4efc963c7bf93ce95d6907');
INSERT INTO "games" VALUES(1,4,'y86OJd9UvxUfhAzftMhKyw','Carried over','2026-09-04',3,'{"v":1,"players":["1","2","3","4"],"dealer":"4","sides":[["1","3"],["2","4"]],"rules":{"finish.target":11},"opening":{"1":5,"3":5},"stakes":null}',2,X'647240C0F39E64678C1B19397C02D7DFFB7A3DE47FC4F0D90F11136197C2B331','{"v":1,"seq":2,"table":{"house":{"finish.target":11},"players":["1","2","3","4"],"teams":[["1","3"],["2","4"]],"dealer":"2","scores":{"1":8,"2":4,"3":8,"4":4},"sets":{"1":0,"2":0,"3":0,"4":0},"balances":{"1":0,"2":0,"3":0,"4":0},"sits":{"1":0,"2":0,"3":0,"4":0},"reading":null,"play_on":false,"winners":[]}}','playing','2026-09-12T19:53:20.000000Z','2026-09-12T19:54:00.000000Z',NULL,NULL,1,'0000000000000000000000000000001f','ff0893e34414177d8b00730dbfa9ba8e94f9a2be9c2f6533a93f9b9c199613e0');
INSERT INTO "games" VALUES(2,1,'za2M0_sNeXM58qe-PdfPbw',NULL,NULL,1,'{"v":1,"players":["1","2","3"],"dealer":"3","sides":[["1"],["2"],["3"]],"rules":{"finish.start":4},"opening":{"1":9},"stakes":null}',2,X'035BBAD8A4AB8CBFDC44BC29D7F825320BCF89D8DAA4DC17C29C6B9A8EEF46DF','{"v":1,"seq":2,"table":{"house":{"finish.start":4},"players":["1","2","3"],"teams":[["1"],["2"],["3"]],"dealer":"2","scores":{"1":8,"2":-3,"3":7},"sets":{"1":0,"2":0,"3":0},"balances":{"1":0,"2":0,"3":0},"sits":{"1":0,"2":0,"3":0},"reading":{"first":"2","trends":{"1":"down","2":"down","3":"up"}},"play_on":false,"winners":["2"]}}','finished','2026-09-19T19:54:40.000000Z','2026-09-19T19:56:00.000000Z','2026-09-19T19:56:00.000000Z',NULL,2,'58184bcf53076be3e61559ce18f22f43','f7feb2ee24ad9fde7d85cce2e177ec93bfec8764a4bca1d3635489fbad8d9b1b');
CREATE TABLE leagues (
	id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	created_at TEXT NOT NULL, 
	CONSTRAINT pk_leagues PRIMARY KEY (id)
)
 STRICT

;
INSERT INTO "leagues" VALUES(1,'Our league','2026-09-12T19:32:00.000000Z');
INSERT INTO "leagues" VALUES(2,'Our league','2026-09-19T19:54:40.000000Z');
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
INSERT INTO "lines" VALUES(1,1,1,'00000000000000000000000000000001','line',NULL,'{"v":1,"line":{"bidder":"2","bid":5,"points":{"high":"2","low":"2","jack":"2","off_jack":"2","high_joker":"2","low_joker":"2","game":"2","trey":"2"},"note":"\u201cBob\u201d was < sure > & said so"}}',NULL,1,'2026-09-12T19:32:40.000000Z',X'B1E8911707D16BD22E349CF9BD781E174456327913F91761FE0D94E5AA17197C',X'E732677E83ED5673FCCF5A6B04428A02B4A6FFED70E0618A55629633654EB768');
INSERT INTO "lines" VALUES(1,1,2,'00000000000000000000000000000002','line',NULL,'{"v":1,"line":{"bidder":"3","bid":8,"points":{"high":"3","low":"2","jack":"3","off_jack":"3","high_joker":"3","low_joker":"3","game":"3","trey":"2"}}}',NULL,1,'2026-09-12T19:33:20.000000Z',X'E732677E83ED5673FCCF5A6B04428A02B4A6FFED70E0618A55629633654EB768',X'CA64923763601C022ABF0D2532E29C4620A42C8642CEBB25897B21EECD92C3D1');
INSERT INTO "lines" VALUES(1,1,3,'00000000000000000000000000000003','line',NULL,'{"v":1,"line":{"misdeal":true,"note":"eleven cards"}}',NULL,1,'2026-09-12T19:34:00.000000Z',X'CA64923763601C022ABF0D2532E29C4620A42C8642CEBB25897B21EECD92C3D1',X'837401E19512D97414A1C897B9679B0ED97518FAEBA80F5603B493DFA00C19FB');
INSERT INTO "lines" VALUES(1,1,4,'00000000000000000000000000000004','line',NULL,'{"v":1,"line":{"bidder":"4","bid":6,"points":{"high":"4","low":"4","jack":"4","off_jack":"4","high_joker":"4","low_joker":"4","game":"4","trey":"4"}}}',NULL,1,'2026-09-12T19:34:40.000000Z',X'837401E19512D97414A1C897B9679B0ED97518FAEBA80F5603B493DFA00C19FB',X'3A2D3304F6D14F6ABC54D85AA95AC3345EC8CDBFA20246C51CD093572B491A8F');
INSERT INTO "lines" VALUES(1,1,5,'00000000000000000000000000000005','correct',1,'{"v":1,"line":{"bidder":"2","bid":6,"points":{"high":"2","low":"2","jack":"2","off_jack":"2","high_joker":"2","low_joker":"2","game":"1","trey":"2"}},"reason":"Misheard"}',NULL,1,'2026-09-12T19:35:20.000000Z',X'3A2D3304F6D14F6ABC54D85AA95AC3345EC8CDBFA20246C51CD093572B491A8F',X'2FF24F78E08AF0F4BF29541B42349C077E9208570988495CCB88C9BF94428ED6');
INSERT INTO "lines" VALUES(1,1,6,'00000000000000000000000000000006','correct',1,'{"v":1,"line":{"bidder":"2","bid":7,"points":{"high":"2","low":"2","jack":"2","off_jack":"2","high_joker":"2","low_joker":"2","game":"3","trey":"2"}},"reason":"Misheard again"}',NULL,1,'2026-09-12T19:36:00.000000Z',X'2FF24F78E08AF0F4BF29541B42349C077E9208570988495CCB88C9BF94428ED6',X'D4517D7AB6944AB373D8E1F4C424B28340D0D377E068D71FA0E265BB8B55DAF4');
INSERT INTO "lines" VALUES(1,1,7,'00000000000000000000000000000007','undo',4,'{"v":1,"reason":"It never happened"}',NULL,1,'2026-09-12T19:36:40.000000Z',X'D4517D7AB6944AB373D8E1F4C424B28340D0D377E068D71FA0E265BB8B55DAF4',X'74D6CF802FDD3F76E2759CC67D3FC8955BE81FA5C223A7EAD98E19C85ACEB0DE');
INSERT INTO "lines" VALUES(1,1,8,'00000000000000000000000000000008','line',NULL,'{"v":1,"line":{"bidder":"1","bid":4,"points":{"high":"1","low":"1","jack":"1","off_jack":"1","high_joker":"1","low_joker":"1","game":"1","trey":"1"}}}',NULL,1,'2026-09-12T19:37:20.000000Z',X'74D6CF802FDD3F76E2759CC67D3FC8955BE81FA5C223A7EAD98E19C85ACEB0DE',X'99EBBE4CB8E618DBF65E46AAEF736D95BED9536458ECDE4EC4C86B1AC2C344D8');
INSERT INTO "lines" VALUES(1,1,9,'00000000000000000000000000000009','undo',8,'{"v":1,"reason":null}',NULL,1,'2026-09-12T19:38:00.000000Z',X'99EBBE4CB8E618DBF65E46AAEF736D95BED9536458ECDE4EC4C86B1AC2C344D8',X'EF3B1F4D5C94E988DEF67CE2CE459735EB50B5C399163AB9442D898EA9830741');
INSERT INTO "lines" VALUES(1,1,10,'0000000000000000000000000000000a','undo',9,'{"v":1,"reason":"It was right after all"}',NULL,1,'2026-09-12T19:38:40.000000Z',X'EF3B1F4D5C94E988DEF67CE2CE459735EB50B5C399163AB9442D898EA9830741',X'EBE1D844A93497812F77253DDA8997236E1827A4094B8394AD4170348B008ADF');
INSERT INTO "lines" VALUES(1,1,11,'0000000000000000000000000000000b','undo',10,'{"v":1,"reason":null}',NULL,1,'2026-09-12T19:39:20.000000Z',X'EBE1D844A93497812F77253DDA8997236E1827A4094B8394AD4170348B008ADF',X'F8522C601AED529DB1A169299A7EEBDC6E1882E2EF1CB5968C2554F16D7D1A5A');
INSERT INTO "lines" VALUES(1,1,12,'0000000000000000000000000000000c','line',NULL,'{"v":1,"line":{"adjust":{"1":-2},"reason":"Looked at a trick"}}',NULL,1,'2026-09-12T19:40:00.000000Z',X'F8522C601AED529DB1A169299A7EEBDC6E1882E2EF1CB5968C2554F16D7D1A5A',X'DFD7AF7500136B576255D3757A205FA44EFFAF61E9281E5EE85D47675B035907');
INSERT INTO "lines" VALUES(1,1,13,'0000000000000000000000000000000d','line',NULL,'{"v":1,"line":{"bidder":"1","bid":9,"points":{"high":"1","low":"2","jack":"1","off_jack":"1","high_joker":"1","low_joker":"1","game":"1","trey":"1"}}}',NULL,1,'2026-09-12T19:40:40.000000Z',X'DFD7AF7500136B576255D3757A205FA44EFFAF61E9281E5EE85D47675B035907',X'6DF99B1F0539D5F7D15A81601CFE96B2CAFE12B19E963C29B1A3A66EBACA4D4C');
INSERT INTO "lines" VALUES(1,1,14,'0000000000000000000000000000000e','line',NULL,'{"v":1,"line":{"bidder":"3","bid":9,"points":{"high":"3","low":"2","jack":"3","off_jack":"3","high_joker":"3","low_joker":"3","game":"3","trey":"3"}}}',NULL,1,'2026-09-12T19:41:20.000000Z',X'6DF99B1F0539D5F7D15A81601CFE96B2CAFE12B19E963C29B1A3A66EBACA4D4C',X'5975589942DA74310A48A1D0C2A49E5EA43CFF74BBBC37AB41949A66E265AA57');
INSERT INTO "lines" VALUES(1,1,15,'0000000000000000000000000000000f','line',NULL,'{"v":1,"line":{"bidder":"1","bid":9,"points":{"high":"1","low":"2","jack":"1","off_jack":"1","high_joker":"1","low_joker":"1","game":"1","trey":"1"}}}',NULL,1,'2026-09-12T19:42:00.000000Z',X'5975589942DA74310A48A1D0C2A49E5EA43CFF74BBBC37AB41949A66E265AA57',X'8E8FB24DBB3083FCC958EF3B556C03B20EE69E5C7DA4E2D10F9B0D715C95CFEA');
INSERT INTO "lines" VALUES(1,1,16,'00000000000000000000000000000010','line',NULL,'{"v":1,"line":{"bidder":"3","bid":9,"points":{"high":"3","low":"2","jack":"3","off_jack":"3","high_joker":"3","low_joker":"3","game":"3","trey":"3"}}}',NULL,1,'2026-09-12T19:42:40.000000Z',X'8E8FB24DBB3083FCC958EF3B556C03B20EE69E5C7DA4E2D10F9B0D715C95CFEA',X'FD366938CAD5808E3D4EF1C549E941F41D9D1797041B14CE4FF14672002C4E3D');
INSERT INTO "lines" VALUES(1,1,17,'00000000000000000000000000000011','line',NULL,'{"v":1,"line":{"bidder":"1","bid":9,"points":{"high":"1","low":"2","jack":"1","off_jack":"1","high_joker":"1","low_joker":"1","game":"1","trey":"1"}}}',NULL,1,'2026-09-12T19:43:20.000000Z',X'FD366938CAD5808E3D4EF1C549E941F41D9D1797041B14CE4FF14672002C4E3D',X'6EAB94F08C22BC7E5380EBDA152CEE0302C3AA03954742B6B299A6D2177CE87A');
INSERT INTO "lines" VALUES(1,1,18,'00000000000000000000000000000012','line',NULL,'{"v":1,"line":{"bidder":"3","bid":9,"points":{"high":"3","low":"2","jack":"3","off_jack":"3","high_joker":"3","low_joker":"3","game":"3","trey":"3"}}}',NULL,1,'2026-09-12T19:44:00.000000Z',X'6EAB94F08C22BC7E5380EBDA152CEE0302C3AA03954742B6B299A6D2177CE87A',X'E8F26E77777E45298484EFA82913BD585ECC786F8577FD7D718BE70D11DB1D72');
INSERT INTO "lines" VALUES(1,1,19,'00000000000000000000000000000013','line',NULL,'{"v":1,"line":{"bidder":"1","bid":9,"points":{"high":"1","low":"2","jack":"1","off_jack":"1","high_joker":"1","low_joker":"1","game":"1","trey":"1"}}}',NULL,1,'2026-09-12T19:44:40.000000Z',X'E8F26E77777E45298484EFA82913BD585ECC786F8577FD7D718BE70D11DB1D72',X'27E3CFE3A8436D017A4DC0C299911FAD01A5F9F046DEFCFCF35F28DAB625C5EB');
INSERT INTO "lines" VALUES(1,2,1,'00000000000000000000000000000015','line',NULL,'{"v":1,"line":{"bidder":"2","bid":10,"points":{"high":"3","low":"3","jack":"3","off_jack":"2","high_joker":"2","low_joker":"2","game":"2","trey":"2"}}}',NULL,1,'2026-09-12T19:46:00.000000Z',X'0C0687DB8BD238F7373E39093E6BE6035455C63436629417F99E1639F8289947',X'067025D278C9DCBE28C804B9F77DBD503FAC9BCD886A87E712510A7CC9E67606');
INSERT INTO "lines" VALUES(1,3,1,'00000000000000000000000000000016','line',NULL,'{"v":1,"line":{"bidder":"1","bid":2,"points":{"high":"1","low":"1","game":"3"}}}',NULL,1,'2026-09-12T19:47:20.000000Z',X'8E8CB87EA0AF1FBA640B914DDB4918A3588FB41A8E4FCA1CF43360750551C2BC',X'1F3D46A98F9230887EF464442137B44F5894953947470839B7DBBF30F12ED04A');
INSERT INTO "lines" VALUES(1,3,2,'00000000000000000000000000000017','line',NULL,'{"v":1,"line":{"join":"4","after":"1"}}',NULL,1,'2026-09-12T19:48:00.000000Z',X'1F3D46A98F9230887EF464442137B44F5894953947470839B7DBBF30F12ED04A',X'106C57DD37FE0E21F6DC07AE600F59420B3F013605AFEE4B1F9B6C63D68548AD');
INSERT INTO "lines" VALUES(1,3,3,'00000000000000000000000000000018','line',NULL,'{"v":1,"line":{"bidder":"2","bid":3,"points":{"high":"2","low":"3","jack":"2","game":"2"}}}',NULL,1,'2026-09-12T19:48:40.000000Z',X'106C57DD37FE0E21F6DC07AE600F59420B3F013605AFEE4B1F9B6C63D68548AD',X'EE1CA8BA15C012E9402ACAF5852ACBC53C6102AC3385D0A948A96E9ED5E66D72');
INSERT INTO "lines" VALUES(1,3,4,'00000000000000000000000000000019','line',NULL,'{"v":1,"line":{"bidder":"3","bid":2,"points":{"high":"1","low":"2","game":"1"}}}',NULL,1,'2026-09-12T19:49:20.000000Z',X'EE1CA8BA15C012E9402ACAF5852ACBC53C6102AC3385D0A948A96E9ED5E66D72',X'C8AF313A1A5CC4CD1C78BADF7168DB4CA8B87E476A8E8B28FD7F5A5ED1535812');
INSERT INTO "lines" VALUES(1,3,5,'0000000000000000000000000000001a','line',NULL,'{"v":1,"line":{"rules":{"game.tie":"low"},"note":"after that tie"}}',NULL,1,'2026-09-12T19:50:00.000000Z',X'C8AF313A1A5CC4CD1C78BADF7168DB4CA8B87E476A8E8B28FD7F5A5ED1535812',X'744633BEAED18B62B0EB28C430DF23510700BD02A4499D599111FFEC1579BE20');
INSERT INTO "lines" VALUES(1,3,6,'0000000000000000000000000000001b','line',NULL,'{"v":1,"line":{"leave":"2"}}',NULL,1,'2026-09-12T19:50:40.000000Z',X'744633BEAED18B62B0EB28C430DF23510700BD02A4499D599111FFEC1579BE20',X'FE86FB40781DEEE6436BC945355A440089B31934072CE233AE7B965E64C7C2F3');
INSERT INTO "lines" VALUES(1,3,7,'0000000000000000000000000000001c','correct',4,'{"v":1,"line":{"bidder":"3","bid":3,"points":{"high":"1","low":"2","game":"1"}},"reason":"He bid three"}',NULL,1,'2026-09-12T19:51:20.000000Z',X'FE86FB40781DEEE6436BC945355A440089B31934072CE233AE7B965E64C7C2F3',X'80CB3C51B04D6E3596640D52E2330976C56503EBDF7505F5E52F7C696C97BD7E');
INSERT INTO "lines" VALUES(1,3,8,'0000000000000000000000000000001d','line',NULL,'{"v":1,"line":{"settle":true}}',NULL,1,'2026-09-12T19:52:00.000000Z',X'80CB3C51B04D6E3596640D52E2330976C56503EBDF7505F5E52F7C696C97BD7E',X'12CCEF0B4A0202ECC5087DD85B8FEB84CDA45AB55148A56C1005823185184851');
INSERT INTO "lines" VALUES(1,3,9,'0000000000000000000000000000001e','line',NULL,'{"v":1,"line":{"bidder":"1","bid":2,"points":{"high":"1","jack":"1"}}}',NULL,1,'2026-09-12T19:52:40.000000Z',X'12CCEF0B4A0202ECC5087DD85B8FEB84CDA45AB55148A56C1005823185184851',X'24322B1430335446A635ECF46A1571FE4DB5CAB0528C10B6AE901ACAE8B4AAEA');
INSERT INTO "lines" VALUES(1,4,1,'0000000000000000000000000000001f.1','line',NULL,'{"v":1,"line":{"bidder":"2","bid":3,"points":{"high":"2","low":"4","jack":"1","game":"2"}}}',NULL,1,'2026-09-12T19:53:20.000000Z',X'53527A1D9D988FB78B3A9B47AFD6B2DB6B5B872491AFA011701D40DE515294BB',X'790700F7C579C5AC57CCAE2BFB177476CAABF26D8598161BA4966DF96E704F98');
INSERT INTO "lines" VALUES(1,4,2,'00000000000000000000000000000020','line',NULL,'{"v":1,"line":{"bidder":"1","bid":2,"points":{"high":"1","low":"1","game":"2"}}}',NULL,1,'2026-09-12T19:54:00.000000Z',X'790700F7C579C5AC57CCAE2BFB177476CAABF26D8598161BA4966DF96E704F98',X'647240C0F39E64678C1B19397C02D7DFFB7A3DE47FC4F0D90F11136197C2B331');
INSERT INTO "lines" VALUES(2,1,1,'00000000000000000000000000000021','line',NULL,'{"v":1,"line":{"tricks":{"2":3,"3":2},"sat":["1"]}}',NULL,2,'2026-09-19T19:55:20.000000Z',X'403118883F27FE1C225F942543DCD07B7228801B5463DBDD30E23A6E9B60C682',X'EC2A51086E1964ED731604CFF1EB69914E2810DC8989CCE18617DE5351125C39');
INSERT INTO "lines" VALUES(2,1,2,'00000000000000000000000000000022','line',NULL,'{"v":1,"line":{"tricks":{"1":1,"2":4,"3":0}}}',NULL,2,'2026-09-19T19:56:00.000000Z',X'EC2A51086E1964ED731604CFF1EB69914E2810DC8989CCE18617DE5351125C39',X'035BBAD8A4AB8CBFDC44BC29D7F825320BCF89D8DAA4DC17C29C6B9A8EEF46DF');
CREATE TABLE members (
	league_id INTEGER NOT NULL, 
	device_id INTEGER NOT NULL, 
	role TEXT NOT NULL, 
	since TEXT NOT NULL, 
	CONSTRAINT pk_members PRIMARY KEY (league_id, device_id), 
	CONSTRAINT fk_members_league_id_leagues FOREIGN KEY(league_id) REFERENCES leagues (id), 
	CONSTRAINT fk_members_device_id_devices FOREIGN KEY(device_id) REFERENCES devices (id)
)
 STRICT

;
INSERT INTO "members" VALUES(1,1,'owner','2026-09-12T19:32:00.000000Z');
INSERT INTO "members" VALUES(2,2,'owner','2026-09-19T19:54:40.000000Z');
CREATE TABLE people (
	league_id INTEGER NOT NULL, 
	id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	archived_at TEXT, 
	CONSTRAINT pk_people PRIMARY KEY (league_id, id), 
	CONSTRAINT fk_people_league_id_leagues FOREIGN KEY(league_id) REFERENCES leagues (id)
)
 STRICT

;
INSERT INTO "people" VALUES(1,1,'Ann',NULL);
INSERT INTO "people" VALUES(1,2,'Bob',NULL);
INSERT INTO "people" VALUES(1,3,'Cy',NULL);
INSERT INTO "people" VALUES(1,4,'Dee',NULL);
INSERT INTO "people" VALUES(1,5,'Eve',NULL);
INSERT INTO "people" VALUES(2,1,'Ann',NULL);
INSERT INTO "people" VALUES(2,2,'Flo',NULL);
INSERT INTO "people" VALUES(2,3,'Gil',NULL);
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
INSERT INTO "rulebooks" VALUES(1,1,'91b38de496b2d9946979ebd06a4df30c054db7b24a9d74d8e1b4ace0962a8843','{"key":"minnesota-ten-point","name":"Minnesota ten-point Smear","family":"Smear","kind":"bidding","summary":"Ten points a hand, bids from 4, to 52; five players call a partner","sources":["catalogue V06","catalogue V07","catalogue V08","source 000"],"asks":["game.tie","auction.all_pass","call.alone_by_choice"],"settings":{"deck.ranks":"A K Q J 10 9 8 7 6 5 4 3 2","deck.jokers":2,"deal.cards":9,"deal.hand":6,"deal.exchange":"discard","deal.exchange_size":3,"play.follow":"follow-or-trump","play.first_lead":"any","auction.min":4,"auction.max":"all","auction.rounds":"one","auction.all_pass":"redeal","points.high.worth":1,"points.high.to":"holder","points.high.card":"in-play","points.low.worth":1,"points.low.to":"holder","points.low.card":"in-play","points.jack.worth":1,"points.jack.to":"taker","points.game.worth":1,"points.game.to":"taker","game.by":"count","game.tie":"nobody","scoring.made":"taken","scoring.others":"taken","finish.target":52,"finish.may_win":"any","finish.crossing":"higher-then-bidders","dealing.next":"left","deck.off_jack":true,"points.off_jack.worth":1,"points.off_jack.to":"taker","points.high_joker.worth":1,"points.high_joker.to":"taker","points.low_joker.worth":1,"points.low_joker.to":"taker","points.trey.worth":3,"points.trey.to":"taker"},"sizes":{"4":{"seating.sides":"partners","deal.cards":10,"deal.exchange_size":4},"5":{"seating.sides":"called-partner","call.what":"trump-by-rank","call.not":"own-and-trey","call.reveal":"at-once","call.alone_by_choice":false,"deal.cards":10,"deal.exchange_size":4},"6":{"seating.sides":"partners","deal.cards":8,"deal.exchange_size":2}},"jokers_lowest":false}');
INSERT INTO "rulebooks" VALUES(1,2,'8ea5dd9d317443f837f0080b4f68b3e979635953ed773741076e4f099ac2d5df','{"key":"money-pitch","name":"Money Pitch","family":"Pitch","kind":"bidding","summary":"Everyone alone, no target: so much a point against the average; come and go as you like","sources":["catalogue V44","source 003"],"asks":["special.made","special.failed"],"settings":{"deck.ranks":"A K Q J 10 9 8 7 6 5 4 3 2","deal.cards":6,"deal.hand":6,"deal.exchange":"none","play.follow":"follow-or-trump","play.first_lead":"trump","play.no_trump_first_trick":false,"auction.min":2,"auction.max":"all","auction.rounds":"one","auction.dealer_steals":true,"auction.all_pass":"dealer-forced","auction.throw_card":false,"auction.double_if_over_throw_set":false,"special.name":"moon","special.bid":"above","special.needs":"all-points-and-tricks","special.made":"none","special.made_score":4,"special.failed":"none","special.failed_score":4,"points.high.worth":1,"points.high.to":"holder","points.high.card":"in-play","points.low.worth":1,"points.low.to":"taker","points.low.card":"in-play","points.jack.worth":1,"points.jack.to":"taker","points.game.worth":1,"points.game.to":"taker","game.by":"count","game.tie":"nobody","scoring.made":"taken","scoring.others":"taken","finish.target":"none","finish.may_win":"bid-made","dealing.next":"left","table.open":true},"sizes":{"2":{"seating.sides":"solo"},"3":{"seating.sides":"solo"},"4":{"seating.sides":"solo"},"5":{"seating.sides":"solo"},"6":{"seating.sides":"solo","deal.cards":6,"deal.exchange":"none","deal.exchange_size":0},"7":{"seating.sides":"solo"},"8":{"seating.sides":"solo"}},"jokers_lowest":false}');
INSERT INTO "rulebooks" VALUES(1,3,'7661038a19e6e7df62d6c295f369ffec8bf000a43df6566fdcd81a54b2b62d7e','{"key":"partnership-pitch","name":"Partnership Pitch","family":"Pitch","kind":"bidding","summary":"Four points a hand, bids 2 to 4 or smudge; only a made bid wins, at 21","sources":["catalogue V24","catalogue V26","catalogue V27","catalogue V28","source 003"],"asks":["auction.throw_card","auction.double_if_over_throw_set","play.no_trump_first_trick"],"settings":{"deck.ranks":"A K Q J 10 9 8 7 6 5 4 3 2","deal.cards":6,"deal.hand":6,"deal.exchange":"none","play.follow":"follow-or-trump","play.first_lead":"trump","play.no_trump_first_trick":false,"auction.min":2,"auction.max":"all","auction.rounds":"one","auction.dealer_steals":true,"auction.all_pass":"dealer-forced","auction.throw_card":false,"auction.double_if_over_throw_set":false,"special.name":"smudge","special.bid":"above","special.needs":"all-points-and-tricks","special.made":"score","special.made_score":"bid","special.failed":"lose","special.failed_score":"bid","points.high.worth":1,"points.high.to":"holder","points.high.card":"in-play","points.low.worth":1,"points.low.to":"taker","points.low.card":"in-play","points.jack.worth":1,"points.jack.to":"taker","points.game.worth":1,"points.game.to":"taker","game.by":"count","game.tie":"nobody","scoring.made":"taken","scoring.others":"taken","finish.target":21,"finish.may_win":"bid-made","dealing.next":"left"},"sizes":{"4":{"seating.sides":"partners"},"6":{"seating.sides":"pairs","deal.cards":8,"deal.exchange":"discard","deal.exchange_size":2}},"jokers_lowest":false}');
INSERT INTO "rulebooks" VALUES(2,1,'2c428b6631ea6d11317bab7b6f80001c29971581ba9f21e718038589daf1d881','{"key":"smoke","name":"Smoke","family":"Smoke","kind":"smoke","summary":"Everyone alone, from ten down to zero: one off a trick, five up for none","sources":["catalogue V48","source 002"],"asks":["tally.never_land_at"],"settings":{"deck.ranks":"A K Q J 10 9 8 7 6 5 4 3 2","deal.cards":5,"deal.hand":5,"deal.exchange":"draw","deal.exchange_size":5,"play.follow":"follow-or-trump","play.first_lead":"trump","play.no_trump_first_trick":false,"finish.start":10,"finish.direction":"down","finish.target":0,"tally.trick":-1,"tally.no_trick":5,"tally.infraction":5,"tally.max_sits":2,"tally.box_at":2,"tally.never_land_at":14},"sizes":{"2":{"seating.sides":"solo"},"3":{"seating.sides":"solo"},"4":{"seating.sides":"solo"},"5":{"seating.sides":"solo"},"6":{"seating.sides":"solo"},"7":{"seating.sides":"solo"},"8":{"seating.sides":"solo"}},"jokers_lowest":false}');
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
CREATE INDEX ix_members_device_id ON members (device_id);
CREATE INDEX ix_people_league_id_name ON people (league_id, name);
CREATE TRIGGER lines_no_update BEFORE UPDATE ON lines BEGIN SELECT RAISE(ABORT, 'lines are only ever added'); END;
CREATE TRIGGER lines_no_delete BEFORE DELETE ON lines BEGIN SELECT RAISE(ABORT, 'lines are only ever added'); END;
CREATE TRIGGER lines_no_gap BEFORE INSERT ON lines WHEN NEW.seq <> 1 + coalesce((SELECT max(seq) FROM lines WHERE league_id = NEW.league_id AND game_id = NEW.game_id), 0) BEGIN SELECT RAISE(ABORT, 'lines are numbered without gaps'); END;
COMMIT;
