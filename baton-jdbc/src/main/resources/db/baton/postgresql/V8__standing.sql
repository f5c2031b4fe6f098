-- Baton's tables, version 8: waiting tasks that may be changed and held; cheaper claims. For PostgreSQL 13 and later.
-- Additive: nodes of older versions go on working. They release a task that waits under its first
-- version only; one that was changed since is released by the next pruning of a newer node.
-- A hold that they write on a task that waits lasts until the others have ended.

-- How the task stands to the others: 0 it waits, 1 a person holds it, 2 its waiting is over. Not what
-- remaining says: that isn't counted while the task is held.
ALTER TABLE baton_waiter ADD COLUMN IF NOT EXISTS standing smallint NOT NULL DEFAULT 0;

-- Half of each page is left for what a claim writes: a row that stays on its page costs a third of the
-- log, since what didn't change isn't logged again.
ALTER TABLE baton_task SET (fillfactor = 50);

INSERT INTO baton_schema_serves (version, serves_from) VALUES (8, 1);
INSERT INTO baton_schema (version, applied_at) VALUES (8, now());
