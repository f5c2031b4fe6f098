-- Baton's tables, version 8: waiting tasks that may be changed and held. For MySQL 8.0 and MariaDB 10.6 and later.
-- Additive: nodes of older versions go on working. They release a task that waits under its first
-- version only; one that was changed since is released by the next pruning of a newer node.
-- A hold that they write on a task that waits lasts until the others have ended.
-- MySQL commits after each statement; an interrupted run can be repeated.

-- How the task stands to the others: 0 it waits, 1 a person holds it, 2 its waiting is over. Not what
-- remaining says: that isn't counted while the task is held.
-- MySQL has no ADD COLUMN IF NOT EXISTS.
SET @baton_add_standing = (
  SELECT IF(COUNT(*) = 0, 'ALTER TABLE baton_waiter ADD COLUMN standing SMALLINT NOT NULL DEFAULT 0', 'DO 0')
  FROM information_schema.columns
  WHERE table_schema = DATABASE() AND table_name = 'baton_waiter' AND column_name = 'standing');
PREPARE baton_add_standing FROM @baton_add_standing;
EXECUTE baton_add_standing;
DEALLOCATE PREPARE baton_add_standing;

INSERT INTO baton_schema_serves (version, serves_from) VALUES (8, 1) ON DUPLICATE KEY UPDATE serves_from = 1;
INSERT INTO baton_schema (version, applied_at) VALUES (8, UTC_TIMESTAMP(6));
