-- Baton's tables, version 3: limits of the whole cluster. For H2 2.2 and later.
-- Additive: nodes of older versions go on working beside newer ones; the limits count what the newer
-- ones claim. H2 commits after each statement; an interrupted run can be repeated.

-- A limit, or one key of it: its row is what claims lock. Goes when nobody has used it for a while.
-- paid_until: up to when the units a rate has given out last; null for a limit of slots.
CREATE TABLE IF NOT EXISTS baton_limit (
  paid_until TIMESTAMP(6) WITH TIME ZONE,
  idle_after TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  name       VARCHAR(330) NOT NULL,
  PRIMARY KEY (name)
);

-- Slots that claims took. One counts exactly while its task is held under its owner, which is never
-- used twice: whatever ends the holding gives it back without touching this table.
CREATE TABLE IF NOT EXISTS baton_permit (
  task_id    UUID         NOT NULL,
  owner      UUID         NOT NULL,
  limit_name VARCHAR(330) NOT NULL,
  PRIMARY KEY (limit_name, task_id)
);

MERGE INTO baton_schema_serves (version, serves_from) KEY (version) VALUES (3, 1);
INSERT INTO baton_schema (version, applied_at) VALUES (3, CURRENT_TIMESTAMP);
