-- Baton's tables, version 4: schedules. For MySQL 8.0 and MariaDB 10.6 and later.
-- Additive: nodes of older versions go on working beside newer ones, which serve the schedules.
-- MySQL commits after each statement; an interrupted run can be repeated.

-- What comes again and again. Its row lock lets exactly one node add the task of a tick, in the
-- transaction that moves next_tick on.
-- due_at: after this moment somebody must look at it: the next tick with its jitter, or the end of
-- the run it is counted from is awaited; null when it is over. timing: as dev.baton.api.Timing
-- writes it. missed: 0 SKIP, 1 ONCE, 2 ALL. overlap: 0 SKIP, 1 QUEUE, 2 ALLOW.
-- declared: the fingerprint under which code declared it last; null when it was only put at run time.
CREATE TABLE IF NOT EXISTS baton_schedule (
  last_task     BINARY(16),
  declared      BINARY(16),
  version       BIGINT NOT NULL,
  next_tick     DATETIME(6),
  due_at        DATETIME(6),
  last_tick     DATETIME(6),
  jitter_micros BIGINT NOT NULL,
  runs          BIGINT NOT NULL,
  skips         BIGINT NOT NULL,
  missed        SMALLINT NOT NULL,
  overlap       SMALLINT NOT NULL,
  priority      SMALLINT NOT NULL,
  paused        BOOLEAN NOT NULL,
  name          VARCHAR(120) NOT NULL,
  timing        VARCHAR(500) NOT NULL,
  type          VARCHAR(120) NOT NULL,
  sub_type      VARCHAR(120),
  bucket        VARCHAR(60),
  flow_key      VARCHAR(200) NOT NULL,
  state         VARCHAR(60) NOT NULL,
  context       MEDIUMTEXT,
  payload       LONGBLOB,
  PRIMARY KEY (name),
  CONSTRAINT baton_schedule_over CHECK (next_tick IS NULL OR due_at IS NOT NULL)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

INSERT INTO baton_schema_serves (version, serves_from) VALUES (4, 1) ON DUPLICATE KEY UPDATE serves_from = 1;
INSERT INTO baton_schema (version, applied_at) VALUES (4, UTC_TIMESTAMP(6));
