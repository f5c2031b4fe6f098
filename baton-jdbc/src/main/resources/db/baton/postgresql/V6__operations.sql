-- Baton's tables, version 6: what operators look for, and what they did. For PostgreSQL 13 and later.
-- Additive: nodes of older versions go on working beside newer ones; what they change isn't audited.
-- Where many millions of finished tasks are kept, build the indexes of baton_finished beforehand, each
-- with CREATE INDEX CONCURRENTLY under its name here: then nothing waits for this migration.

-- Tasks that nothing wakes by itself: rows come here only when they are held or need a person.
CREATE INDEX IF NOT EXISTS baton_task_stopped ON baton_task (status, id) WHERE status IN (0, 4);

-- Finished tasks as they are listed: by status or by type, latest first.
CREATE INDEX IF NOT EXISTS baton_finished_status ON baton_finished (status, finished_at, id);
CREATE INDEX IF NOT EXISTS baton_finished_type ON baton_finished (type, finished_at, id);

-- The tasks of a chain. One that begins a chain, as most do, has its own id for it and no entry.
CREATE INDEX IF NOT EXISTS baton_finished_correlation ON baton_finished (correlation_id) WHERE correlation_id <> id;

-- Who changed what by hand: written together with the change.
CREATE TABLE baton_audit (
  written_at timestamptz NOT NULL,
  id         uuid        NOT NULL,
  -- null when it was not about one task
  task_id    uuid,
  -- the version that was changed
  version    bigint,
  actor      text        COLLATE "C" NOT NULL,
  action     text        NOT NULL,
  reason     text,
  detail     text,
  CONSTRAINT baton_audit_pk PRIMARY KEY (written_at, id)
);

CREATE INDEX baton_audit_task ON baton_audit (task_id, written_at, id);

INSERT INTO baton_schema_serves (version, serves_from) VALUES (6, 1);
INSERT INTO baton_schema (version, applied_at) VALUES (6, now());
