-- Baton's tables, version 13, for H2 2.2 and later: as version 12. Claims are written to the tasks' rows here, always.

MERGE INTO baton_schema_serves (version, serves_from) KEY (version) VALUES (13, 1);
INSERT INTO baton_schema (version, applied_at) VALUES (13, CURRENT_TIMESTAMP);
