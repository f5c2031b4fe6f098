-- Baton's tables, version 6: what operators look for, and what they did. For H2 2.2 and later.
-- Additive: nodes of older versions go on working beside newer ones; what they change isn't audited.
-- H2 commits after each statement; an interrupted run can be repeated.

-- Finished tasks as they are listed: by status or by type, latest first; and those of a chain.
CREATE INDEX IF NOT EXISTS baton_finished_status ON baton_finished (status, finished_at, id);
CREATE INDEX IF NOT EXISTS baton_finished_type ON baton_finished (type, finished_at, id);
CREATE INDEX IF NOT EXISTS baton_finished_correlation ON baton_finished (correlation_id);

-- Who changed what by hand: written together with the change. task_id is null when it was not about
-- one task; version is the one that was changed.
CREATE TABLE IF NOT EXISTS baton_audit (
  written_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  id         UUID         NOT NULL,
  task_id    UUID,
  version    BIGINT,
  actor      VARCHAR(200) NOT NULL,
  action     VARCHAR(60)  NOT NULL,
  reason     VARCHAR(8000),
  detail     VARCHAR(8000),
  PRIMARY KEY (written_at, id)
);

CREATE INDEX IF NOT EXISTS baton_audit_task ON baton_audit (task_id, written_at, id);

MERGE INTO baton_schema_serves (version, serves_from) KEY (version) VALUES (6, 1);
INSERT INTO baton_schema (version, applied_at) VALUES (6, CURRENT_TIMESTAMP);
