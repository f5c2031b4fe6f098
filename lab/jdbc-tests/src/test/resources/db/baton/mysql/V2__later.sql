-- A migration for tests, like one of a later Baton: it only adds, can be repeated, and serves the version before.
CREATE TABLE IF NOT EXISTS baton_later (id INT NOT NULL, PRIMARY KEY (id)) ENGINE = InnoDB;

-- MySQL has no IF NOT EXISTS for columns and indexes.
SET @baton_change = IF(EXISTS (SELECT 1 FROM information_schema.columns WHERE table_schema = DATABASE()
  AND table_name = 'baton_task' AND column_name = 'later'),
  'DO 0', 'ALTER TABLE baton_task ADD COLUMN later INT NOT NULL DEFAULT 7');
PREPARE baton_change FROM @baton_change;
EXECUTE baton_change;
DEALLOCATE PREPARE baton_change;

SET @baton_change = IF(EXISTS (SELECT 1 FROM information_schema.statistics WHERE table_schema = DATABASE()
  AND table_name = 'baton_task' AND index_name = 'baton_task_later'),
  'DO 0', 'CREATE INDEX baton_task_later ON baton_task (later)');
PREPARE baton_change FROM @baton_change;
EXECUTE baton_change;
DEALLOCATE PREPARE baton_change;

INSERT INTO baton_schema_serves (version, serves_from) VALUES (2, 1) ON DUPLICATE KEY UPDATE serves_from = 1;
INSERT INTO baton_schema (version, applied_at) VALUES (2, UTC_TIMESTAMP(6));
