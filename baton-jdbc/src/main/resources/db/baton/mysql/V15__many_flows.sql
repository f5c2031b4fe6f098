-- Baton's tables, version 15, for MySQL 8.0 and MariaDB 10.6 and later. Flows are read one by one here.

INSERT INTO baton_schema_serves (version, serves_from) VALUES (15, 1) ON DUPLICATE KEY UPDATE serves_from = 1;
INSERT INTO baton_schema (version, applied_at) VALUES (15, UTC_TIMESTAMP(6));
