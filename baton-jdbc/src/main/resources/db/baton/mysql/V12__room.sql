-- Baton's tables, version 12, for MySQL 8.0 and MariaDB 10.6 and later: as version 11. The room that it leaves in pages of PostgreSQL isn't needed here.

INSERT INTO baton_schema_serves (version, serves_from) VALUES (12, 1) ON DUPLICATE KEY UPDATE serves_from = 1;
INSERT INTO baton_schema (version, applied_at) VALUES (12, UTC_TIMESTAMP(6));
