-- Baton's tables, version 9, for MySQL 8.0 and MariaDB 10.6 and later: as version 8. The checks that it drops from PostgreSQL stay.

INSERT INTO baton_schema_serves (version, serves_from) VALUES (9, 1) ON DUPLICATE KEY UPDATE serves_from = 1;
INSERT INTO baton_schema (version, applied_at) VALUES (9, UTC_TIMESTAMP(6));
