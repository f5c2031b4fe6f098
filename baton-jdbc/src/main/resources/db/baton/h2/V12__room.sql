-- Baton's tables, version 12, for H2 2.2 and later: as version 11. The room that it leaves in pages of PostgreSQL isn't needed here.

MERGE INTO baton_schema_serves (version, serves_from) KEY (version) VALUES (12, 1);
INSERT INTO baton_schema (version, applied_at) VALUES (12, CURRENT_TIMESTAMP);
