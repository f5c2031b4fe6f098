-- Baton's tables, version 10: figures. For PostgreSQL 13 and later.
-- Additive: nodes of older versions go on working beside newer ones; what they do isn't noted.
-- Where millions of tasks are live, build the index of baton_task beforehand, with CREATE INDEX CONCURRENTLY
-- under its name here: then nothing waits for this migration.

-- Tasks that rest, to be counted without reading them. Those on their way from adding to their end, as most
-- are, have no entry.
CREATE INDEX IF NOT EXISTS baton_task_resting ON baton_task (bucket, type, status) WHERE status IN (0, 1, 4);

-- What each node (source) did in each minute since 1970, by bucket and type. w01 to w19 say how often a
-- task waited, r01 to r19 how often an attempt ran, for up to 1, 2, 5, 10, 20, 50, 100, 200, 500 ms, 1, 2, 5, 10, 30 s, 1, 5, 30 min, 2 h, longer.
CREATE TABLE baton_figure (
  minute_no integer NOT NULL,
  source    uuid    NOT NULL,
  added integer NOT NULL, started integer NOT NULL, done integer NOT NULL, failed integer NOT NULL,
  errors integer NOT NULL, retried integer NOT NULL, lost integer NOT NULL, w01 integer NOT NULL,
  w02 integer NOT NULL, w03 integer NOT NULL, w04 integer NOT NULL, w05 integer NOT NULL,
  w06 integer NOT NULL, w07 integer NOT NULL, w08 integer NOT NULL, w09 integer NOT NULL,
  w10 integer NOT NULL, w11 integer NOT NULL, w12 integer NOT NULL, w13 integer NOT NULL,
  w14 integer NOT NULL, w15 integer NOT NULL, w16 integer NOT NULL, w17 integer NOT NULL,
  w18 integer NOT NULL, w19 integer NOT NULL, r01 integer NOT NULL, r02 integer NOT NULL,
  r03 integer NOT NULL, r04 integer NOT NULL, r05 integer NOT NULL, r06 integer NOT NULL,
  r07 integer NOT NULL, r08 integer NOT NULL, r09 integer NOT NULL, r10 integer NOT NULL,
  r11 integer NOT NULL, r12 integer NOT NULL, r13 integer NOT NULL, r14 integer NOT NULL,
  r15 integer NOT NULL, r16 integer NOT NULL, r17 integer NOT NULL, r18 integer NOT NULL, r19 integer NOT NULL,
  bucket    text    COLLATE "C" NOT NULL,
  type      text    COLLATE "C" NOT NULL,
  CONSTRAINT baton_figure_pk PRIMARY KEY (minute_no, bucket, type, source)
) WITH (fillfactor = 70);

INSERT INTO baton_schema_serves (version, serves_from) VALUES (10, 1);
INSERT INTO baton_schema (version, applied_at) VALUES (10, now());
