-- Baton's tables, version 14, for H2 2.2 and later. Each finished task has a row of its own here.

-- All finished tasks that are kept.
CREATE OR REPLACE VIEW baton_kept AS SELECT * FROM baton_finished;

MERGE INTO baton_schema_serves (version, serves_from) KEY (version) VALUES (14, 1);
INSERT INTO baton_schema (version, applied_at) VALUES (14, CURRENT_TIMESTAMP);
