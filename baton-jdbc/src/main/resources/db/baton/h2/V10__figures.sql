-- Baton's tables, version 10: figures. For H2 2.2 and later.
-- Additive: nodes of older versions go on working beside newer ones; what they do isn't noted.
-- H2 commits after each statement; an interrupted run can be repeated.

-- What each node (source) did in each minute since 1970, by bucket and type. w01 to w19 say how often a
-- task waited, r01 to r19 how often an attempt ran, for up to 1, 2, 5, 10, 20, 50, 100, 200, 500 ms, 1, 2, 5, 10, 30 s, 1, 5, 30 min, 2 h, longer.
CREATE TABLE IF NOT EXISTS baton_figure (
  minute_no INT          NOT NULL,
  source    UUID         NOT NULL,
  added INT NOT NULL, started INT NOT NULL, done INT NOT NULL, failed INT NOT NULL, errors INT NOT NULL,
  retried INT NOT NULL, lost INT NOT NULL, w01 INT NOT NULL, w02 INT NOT NULL, w03 INT NOT NULL,
  w04 INT NOT NULL, w05 INT NOT NULL, w06 INT NOT NULL, w07 INT NOT NULL, w08 INT NOT NULL, w09 INT NOT NULL,
  w10 INT NOT NULL, w11 INT NOT NULL, w12 INT NOT NULL, w13 INT NOT NULL, w14 INT NOT NULL, w15 INT NOT NULL,
  w16 INT NOT NULL, w17 INT NOT NULL, w18 INT NOT NULL, w19 INT NOT NULL, r01 INT NOT NULL, r02 INT NOT NULL,
  r03 INT NOT NULL, r04 INT NOT NULL, r05 INT NOT NULL, r06 INT NOT NULL, r07 INT NOT NULL, r08 INT NOT NULL,
  r09 INT NOT NULL, r10 INT NOT NULL, r11 INT NOT NULL, r12 INT NOT NULL, r13 INT NOT NULL, r14 INT NOT NULL,
  r15 INT NOT NULL, r16 INT NOT NULL, r17 INT NOT NULL, r18 INT NOT NULL, r19 INT NOT NULL,
  bucket    VARCHAR(60)  NOT NULL,
  type      VARCHAR(120) NOT NULL,
  PRIMARY KEY (minute_no, bucket, type, source)
);

MERGE INTO baton_schema_serves (version, serves_from) KEY (version) VALUES (10, 1);
INSERT INTO baton_schema (version, applied_at) VALUES (10, CURRENT_TIMESTAMP);
