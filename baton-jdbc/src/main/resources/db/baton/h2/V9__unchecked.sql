-- Baton's tables, version 9, for H2 2.2 and later: as version 8. The checks that it drops from PostgreSQL stay.

MERGE INTO baton_schema_serves (version, serves_from) KEY (version) VALUES (9, 1);
INSERT INTO baton_schema (version, applied_at) VALUES (9, CURRENT_TIMESTAMP);
