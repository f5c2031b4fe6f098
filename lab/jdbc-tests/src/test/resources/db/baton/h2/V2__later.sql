-- A migration for tests, like one of a later Baton: it only adds, can be repeated, and serves the version before.
CREATE TABLE IF NOT EXISTS baton_later (id INT NOT NULL, PRIMARY KEY (id));

MERGE INTO baton_schema_serves (version, serves_from) KEY (version) VALUES (2, 1);
INSERT INTO baton_schema (version, applied_at) VALUES (2, CURRENT_TIMESTAMP);
