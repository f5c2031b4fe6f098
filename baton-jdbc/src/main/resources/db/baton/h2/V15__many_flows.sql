-- Baton's tables, version 15, for H2 2.2 and later. Flows are read one by one here.

MERGE INTO baton_schema_serves (version, serves_from) KEY (version) VALUES (15, 1);
INSERT INTO baton_schema (version, applied_at) VALUES (15, CURRENT_TIMESTAMP);
