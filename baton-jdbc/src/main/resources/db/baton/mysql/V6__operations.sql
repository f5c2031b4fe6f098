-- Baton's tables, version 6: what operators look for, and what they did. For MySQL 8.0 and MariaDB 10.6
-- and later. Additive: nodes of older versions go on working beside newer ones; what they change isn't
-- audited. MySQL commits after each statement and knows no CREATE INDEX IF NOT EXISTS; an interrupted
-- run can be repeated.

-- Finished tasks as they are listed: by status or by type, latest first; and those of a chain.
SET @baton_index = IF(EXISTS (SELECT 1 FROM information_schema.statistics WHERE table_schema = DATABASE()
  AND table_name = 'baton_finished' AND index_name = 'baton_finished_status'),
  'DO 0', 'CREATE INDEX baton_finished_status ON baton_finished (status, finished_at, id)');
PREPARE baton_index FROM @baton_index;
EXECUTE baton_index;
DEALLOCATE PREPARE baton_index;

SET @baton_index = IF(EXISTS (SELECT 1 FROM information_schema.statistics WHERE table_schema = DATABASE()
  AND table_name = 'baton_finished' AND index_name = 'baton_finished_type'),
  'DO 0', 'CREATE INDEX baton_finished_type ON baton_finished (type, finished_at, id)');
PREPARE baton_index FROM @baton_index;
EXECUTE baton_index;
DEALLOCATE PREPARE baton_index;

SET @baton_index = IF(EXISTS (SELECT 1 FROM information_schema.statistics WHERE table_schema = DATABASE()
  AND table_name = 'baton_finished' AND index_name = 'baton_finished_correlation'),
  'DO 0', 'CREATE INDEX baton_finished_correlation ON baton_finished (correlation_id)');
PREPARE baton_index FROM @baton_index;
EXECUTE baton_index;
DEALLOCATE PREPARE baton_index;

-- Who changed what by hand: written together with the change. task_id is null when it was not about
-- one task; version is the one that was changed.
CREATE TABLE IF NOT EXISTS baton_audit (
  written_at DATETIME(6)  NOT NULL,
  id         BINARY(16)   NOT NULL,
  task_id    BINARY(16),
  version    BIGINT,
  actor      VARCHAR(200) NOT NULL,
  action     VARCHAR(60)  NOT NULL,
  reason     TEXT,
  detail     TEXT,
  PRIMARY KEY (written_at, id),
  INDEX baton_audit_task (task_id, written_at, id)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

INSERT INTO baton_schema_serves (version, serves_from) VALUES (6, 1) ON DUPLICATE KEY UPDATE serves_from = 1;
INSERT INTO baton_schema (version, applied_at) VALUES (6, UTC_TIMESTAMP(6));
