-- A campaign file of version 6, as it was when version 6 was the newest. Never edited.
CREATE TABLE campaign (
    id INTEGER NOT NULL, title VARCHAR NOT NULL, notes VARCHAR NOT NULL, created VARCHAR NOT NULL,
    desk VARCHAR NOT NULL, house_rules VARCHAR NOT NULL,
    drafts VARCHAR,
    PRIMARY KEY (id), CHECK (id = 1));
CREATE TABLE character (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, system VARCHAR NOT NULL, role VARCHAR NOT NULL,
    name VARCHAR NOT NULL, folded VARCHAR NOT NULL, revision INTEGER NOT NULL, draft VARCHAR,
    created VARCHAR NOT NULL, changed VARCHAR NOT NULL, removed VARCHAR,
    CHECK (role IN ('player', 'adversary', 'template')));
CREATE TABLE sheet_version (
    character_id INTEGER NOT NULL, revision INTEGER NOT NULL, parent INTEGER,
    name VARCHAR NOT NULL, sheet VARCHAR NOT NULL, changed VARCHAR NOT NULL, portrait VARCHAR,
    PRIMARY KEY (character_id, revision),
    FOREIGN KEY(character_id) REFERENCES character (id) ON DELETE CASCADE);
CREATE TABLE entry (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, system VARCHAR NOT NULL, kind VARCHAR NOT NULL,
    name VARCHAR NOT NULL, folded VARCHAR NOT NULL, data VARCHAR NOT NULL, source VARCHAR NOT NULL,
    removed VARCHAR,
    CHECK (source IN ('shipped', 'own')));
CREATE INDEX entry_shelf ON entry (source, system, kind, removed, folded);
CREATE INDEX entry_names ON entry (source, removed, folded);
CREATE INDEX entry_all ON entry (source, removed);
CREATE INDEX entry_system ON entry (source, system, removed);
CREATE INDEX entry_kind ON entry (source, system, kind, removed);
CREATE TABLE encounter (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, system VARCHAR NOT NULL, name VARCHAR NOT NULL,
    folded VARCHAR NOT NULL, document VARCHAR NOT NULL, changed VARCHAR NOT NULL, removed VARCHAR);
CREATE TABLE fight (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, encounter_id INTEGER, system VARCHAR NOT NULL,
    name VARCHAR NOT NULL, header VARCHAR NOT NULL, state VARCHAR NOT NULL, pending VARCHAR,
    started VARCHAR NOT NULL, changed VARCHAR NOT NULL, removed VARCHAR, written VARCHAR,
    CHECK (state IN ('running', 'over')),
    FOREIGN KEY(encounter_id) REFERENCES encounter (id) ON DELETE SET NULL);
CREATE TABLE fight_step (
    fight_id INTEGER NOT NULL, position INTEGER NOT NULL, step VARCHAR NOT NULL,
    at VARCHAR NOT NULL,
    PRIMARY KEY (fight_id, position),
    FOREIGN KEY(fight_id) REFERENCES fight (id) ON DELETE CASCADE);
CREATE TABLE picture (
    id VARCHAR NOT NULL, png BLOB NOT NULL,
    PRIMARY KEY (id));
CREATE TABLE throw (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, system VARCHAR NOT NULL, name VARCHAR NOT NULL,
    who VARCHAR NOT NULL, result VARCHAR NOT NULL, rule VARCHAR NOT NULL, folded VARCHAR NOT NULL,
    secret BOOLEAN NOT NULL, marked BOOLEAN NOT NULL, document VARCHAR NOT NULL,
    at VARCHAR NOT NULL, removed VARCHAR);
CREATE TABLE note (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, system VARCHAR NOT NULL, kind VARCHAR NOT NULL,
    name VARCHAR NOT NULL, folded VARCHAR NOT NULL, text VARCHAR NOT NULL,
    searched VARCHAR NOT NULL, day VARCHAR NOT NULL, changed VARCHAR NOT NULL, removed VARCHAR);
CREATE VIRTUAL TABLE entry_search USING fts5(folded, text, shelf, tokenize='ascii', prefix='1 2 3');

INSERT INTO campaign VALUES (1, 'Akropol', 'Sobota, 18:00', '2026-11-21T18:00:00+00:00',
    '{"page":"fight","fight":1}', '{"boj":{"lethality_on_critical":"double"}}',
    '{"entry/1":{"damage":"ten"}}');
INSERT INTO character VALUES (1, 'boj', 'player', 'Вера Ёлкина', 'вера елкина', 2,
    '{"agility":"twelve"}', '2026-11-21T18:01:00+00:00', '2026-11-21T18:02:00+00:00', NULL);
INSERT INTO sheet_version VALUES
    (1, 1, NULL, 'Вера', '{"hp":12}', '2026-11-21T18:01:00+00:00', NULL),
    (1, 2, 1, 'Вера Ёлкина', '{"hp":9}', '2026-11-21T18:02:00+00:00', NULL);
INSERT INTO character VALUES (2, 'walka', 'adversary', 'Strażnik', 'straznik', 1, NULL,
    '2026-11-21T18:03:00+00:00', '2026-11-21T18:03:00+00:00', '2026-11-21T18:04:00+00:00');
INSERT INTO sheet_version VALUES (2, 1, NULL, 'Strażnik', '{}', '2026-11-21T18:03:00+00:00', NULL);
INSERT INTO entry VALUES
    (1, 'boj', 'weapon', 'Наган', 'наган', '{"lethality":10}', 'shipped', NULL),
    (2, 'boj', 'weapon', 'Свой нож', 'свои нож', '{"lethality":4}', 'own', NULL);
INSERT INTO entry_search (rowid, folded, text, shelf) VALUES
    (1, 'наган', 'weapon', 'shipped boj weapon'), (2, 'свои нож', 'weapon', 'own boj weapon');
INSERT INTO encounter VALUES (1, 'boj', 'Подвал', 'подвал', '{"roster":[]}',
    '2026-11-21T18:05:00+00:00', NULL);
INSERT INTO fight VALUES (1, 1, 'boj', 'Подвал', '{"format":"fight/1"}', 'running',
    '{"decision":"defence"}', '2026-11-21T18:06:00+00:00', '2026-11-21T18:08:00+00:00', NULL,
    '{"vera":{"hp":9}}');
INSERT INTO fight_step VALUES
    (1, 1, '{"do":"begin"}', '2026-11-21T18:07:00+00:00'),
    (1, 2, '{"do":"act","dice":[37,4]}', '2026-11-21T18:08:00+00:00');
INSERT INTO throw VALUES (1, 'boj', 'Проверка', 'Вера Ёлкина', 'success', 'boj-5',
    'проверка вера елкина success boj-5', 0, 1, '{"lines":[]}', '2026-11-21T18:09:00+00:00', NULL);
INSERT INTO note VALUES (1, '', 'place', 'Подвал', 'подвал', 'Сыро. [[Вера Ёлкина]]',
    'сыро вера елкина', '', '2026-11-21T18:10:00+00:00', NULL);

PRAGMA application_id = 0x46726179;
PRAGMA user_version = 7;
PRAGMA journal_mode = WAL;
