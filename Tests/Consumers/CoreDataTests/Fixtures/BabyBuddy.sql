-- The tables of Baby Buddy as Django makes them with SQLite: times as text in UTC, durations in microseconds.
CREATE TABLE django_content_type(id INTEGER PRIMARY KEY, app_label VARCHAR(100), model VARCHAR(100));
CREATE TABLE core_child(
  id INTEGER PRIMARY KEY, first_name VARCHAR(255), last_name VARCHAR(255), birth_date DATE, birth_time TIME,
  slug VARCHAR(100), picture VARCHAR(100));
CREATE TABLE core_tag(
  id INTEGER PRIMARY KEY, name VARCHAR(100), slug VARCHAR(100), color VARCHAR(32), last_used DATETIME);
CREATE TABLE core_tagged(id INTEGER PRIMARY KEY, object_id INTEGER, content_type_id INTEGER, tag_id INTEGER);
CREATE TABLE core_feeding(
  id INTEGER PRIMARY KEY, start DATETIME, "end" DATETIME, duration BIGINT, type VARCHAR(255),
  method VARCHAR(255), amount REAL, notes TEXT, child_id INTEGER);
CREATE TABLE core_diaperchange(
  id INTEGER PRIMARY KEY, time DATETIME, wet BOOL, solid BOOL, color VARCHAR(255), amount REAL, notes TEXT,
  child_id INTEGER);
CREATE TABLE core_sleep(
  id INTEGER PRIMARY KEY, start DATETIME, "end" DATETIME, duration BIGINT, nap BOOL, notes TEXT, child_id INTEGER);
CREATE TABLE core_weight(id INTEGER PRIMARY KEY, weight REAL, date DATE, notes TEXT, child_id INTEGER);
CREATE TABLE core_medication(
  id INTEGER PRIMARY KEY, name VARCHAR(255), dosage REAL, dosage_unit VARCHAR(20), time DATETIME,
  next_dose_interval BIGINT, notes TEXT, child_id INTEGER);
CREATE TABLE core_timer(
  id INTEGER PRIMARY KEY, name VARCHAR(255), start DATETIME, user_id INTEGER, child_id INTEGER);
CREATE TABLE core_weightpercentile(id INTEGER PRIMARY KEY, p3_weight REAL);
INSERT INTO django_content_type VALUES(1, 'auth', 'user'), (2, 'core', 'feeding'), (3, 'core', 'sleep');
INSERT INTO core_child VALUES(1, 'Noor', 'Vos', '2026-06-01', NULL, 'noor-vos', '');
INSERT INTO core_tag VALUES(7, 'ill', 'ill', '#FF0000', '2026-10-20 08:00:00');
INSERT INTO core_tagged VALUES(1, 1, 2, 7), (2, 1, 1, 7);
INSERT INTO core_feeding VALUES
  (1, '2026-10-20 08:00:00.250000', '2026-10-20 08:10:00', 599750000, 'formula', 'bottle', 120.0,
    'a' || char(10) || 'b', 1),
  (2, '2026-10-20 10:00:00', '2026-10-20 10:05:00', 300000000, 'breast milk', 'left breast', NULL, '', 1);
INSERT INTO core_diaperchange VALUES(1, '2026-10-20 08:30:00', 1, 0, '', NULL, NULL, 1);
INSERT INTO core_sleep VALUES(1, '2026-10-25 00:30:00', '2026-10-25 01:30:00', 3600000000, 0, NULL, 1);
INSERT INTO core_weight VALUES(1, 4.2, '2026-10-20', NULL, 1);
INSERT INTO core_medication VALUES(1, 'Paracetamol', 2.5, 'ml', '2026-10-20 12:00:00', 21600000000, NULL, 1);
INSERT INTO core_timer VALUES(1, 'nap', '2026-10-20 13:00:00', 1, 1);
INSERT INTO core_weightpercentile VALUES(1, 2.5);
