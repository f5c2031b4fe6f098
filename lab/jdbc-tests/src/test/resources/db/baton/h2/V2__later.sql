-- A migration for tests, like one of a later Baton: it only adds, can be repeated, and serves the version before.
CREATE TABLE IF NOT EXISTS baton_later (id INT NOT NULL, PRIMARY KEY (id));
ALTER TABLE baton_task ADD COLUMN IF NOT EXISTS later INT NOT NULL DEFAULT 7;
CREATE INDEX IF NOT EXISTS baton_task_later ON baton_task (later);

MERGE INTO baton_schema_serves (version, serves_from) KEY (version) VALUES (2, 1);
INSERT INTO baton_schema (version, applied_at) VALUES (2, CURRENT_TIMESTAMP);
