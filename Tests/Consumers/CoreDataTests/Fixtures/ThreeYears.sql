-- After SwiftDataEra.sql: three years of two babies, with 6 feeds and 10 diaper changes a day each. With the
-- rows of that script there are 13,149 feeds and 21,904 diaper changes.
INSERT INTO ZFEEDSESSION(Z_PK, Z_ENT, Z_OPT, ZPROFILE, ZSTARTTIME, ZENDTIME, ZAMOUNTVALUE, ZAMOUNTUNITSYMBOL, ZMEMOTEXT)
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 13139)
SELECT 1000 + i, 3, 1, 1 + i % 2, 700000000.123456 + i * 7200.5, 700000900.5 + i * 7200.5,
  60 + i % 90, 'mL', CASE WHEN i % 10 = 0 THEN 'note #tag' || i % 7 END FROM n;
INSERT INTO ZDIAPERCHANGE(Z_PK, Z_ENT, Z_OPT, ZPROFILE, ZTIMESTAMP, ZTYPE)
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 21899)
SELECT 1000 + i, 2, 1, 1 + i % 2, 700000000.987654 + i * 4320.25,
  CASE WHEN i % 3 = 0 THEN 'poo' ELSE 'pee' END FROM n;
