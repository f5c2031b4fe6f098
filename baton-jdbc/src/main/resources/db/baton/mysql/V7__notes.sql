-- Baton's tables, version 7: what running attempts note beside their rows. For MySQL 8.0 and MariaDB 10.6 and later.
-- Additive: nodes of older versions go on working beside newer ones. MySQL commits after each
-- statement; an interrupted run can be repeated.

-- Kinds: 0 a step that is done, 1 how far the task has come (its name is empty). Noted under the
-- lease of its task, removed when that finishes, or a while later.
CREATE TABLE IF NOT EXISTS baton_note (
  task_id  BINARY(16)   NOT NULL,
  noted_at DATETIME(6)  NOT NULL,
  kind     SMALLINT     NOT NULL,
  name     VARCHAR(120) NOT NULL,
  content  MEDIUMBLOB   NOT NULL,
  PRIMARY KEY (task_id, kind, name),
  INDEX baton_note_noted_at (noted_at)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

INSERT INTO baton_schema_serves (version, serves_from) VALUES (7, 1) ON DUPLICATE KEY UPDATE serves_from = 1;
INSERT INTO baton_schema (version, applied_at) VALUES (7, UTC_TIMESTAMP(6));
