-- Baton's tables, version 8: waiting tasks that may be changed and held. For H2 2.2 and later.
-- Additive: nodes of older versions go on working. They release a task that waits under its first
-- version only; one that was changed since is released by the next pruning of a newer node.
-- A hold that they write on a task that waits lasts until the others have ended.
-- H2 commits after each statement; an interrupted run can be repeated.

-- How the task stands to the others: 0 it waits, 1 a person holds it, 2 its waiting is over. Not what
-- remaining says: that isn't counted while the task is held.
ALTER TABLE baton_waiter ADD COLUMN IF NOT EXISTS standing SMALLINT DEFAULT 0 NOT NULL;

MERGE INTO baton_schema_serves (version, serves_from) KEY (version) VALUES (8, 1);
INSERT INTO baton_schema (version, applied_at) VALUES (8, CURRENT_TIMESTAMP);
