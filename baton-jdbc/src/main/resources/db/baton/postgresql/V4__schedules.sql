-- Baton's tables, version 4: schedules. For PostgreSQL 13 and later.
-- Additive: nodes of older versions go on working beside newer ones, which serve the schedules.

-- What comes again and again. Its row lock lets exactly one node add the task of a tick, in the
-- transaction that moves next_tick on.
-- due_at: after this moment somebody must look at it: the next tick with its jitter, or the end of
-- the run it is counted from is awaited; null when it is over. timing: as dev.baton.api.Timing
-- writes it. missed: 0 SKIP, 1 ONCE, 2 ALL. overlap: 0 SKIP, 1 QUEUE, 2 ALLOW.
CREATE TABLE baton_schedule (
  last_task     uuid,
  -- the fingerprint under which code declared it last; null when it was only put at run time
  declared      uuid,
  version       bigint      NOT NULL,
  next_tick     timestamptz,
  due_at        timestamptz,
  last_tick     timestamptz,
  jitter_micros bigint      NOT NULL,
  runs          bigint      NOT NULL,
  skips         bigint      NOT NULL,
  missed        smallint    NOT NULL,
  overlap       smallint    NOT NULL,
  priority      smallint    NOT NULL,
  paused        boolean     NOT NULL,
  name          text        COLLATE "C" NOT NULL,
  timing        text        NOT NULL,
  type          text        NOT NULL,
  sub_type      text,
  bucket        text,
  flow_key      text        NOT NULL,
  state         text        NOT NULL,
  context       text,
  payload       bytea,
  CONSTRAINT baton_schedule_pk PRIMARY KEY (name),
  CONSTRAINT baton_schedule_over CHECK (next_tick IS NULL OR due_at IS NOT NULL)
);

INSERT INTO baton_schema_serves (version, serves_from) VALUES (4, 1);
INSERT INTO baton_schema (version, applied_at) VALUES (4, now());
