-- Baton's tables, version 14, for MySQL 8.0 and MariaDB 10.6 and later. Each finished task has a row of its own here.

-- All finished tasks that are kept.
CREATE OR REPLACE VIEW baton_kept AS SELECT * FROM baton_finished;

INSERT INTO baton_schema_serves (version, serves_from) VALUES (14, 1) ON DUPLICATE KEY UPDATE serves_from = 1;
INSERT INTO baton_schema (version, applied_at) VALUES (14, UTC_TIMESTAMP(6));
