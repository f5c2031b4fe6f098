-- Baton's tables, version 13, for MySQL 8.0 and MariaDB 10.6 and later: as version 12. Claims are written to the tasks' rows here, always.

INSERT INTO baton_schema_serves (version, serves_from) VALUES (13, 1) ON DUPLICATE KEY UPDATE serves_from = 1;
INSERT INTO baton_schema (version, applied_at) VALUES (13, UTC_TIMESTAMP(6));
