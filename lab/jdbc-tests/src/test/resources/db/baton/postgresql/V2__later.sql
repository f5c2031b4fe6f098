-- A migration for tests, like one of a later Baton: it only adds, and serves the version before.
CREATE TABLE baton_later (id integer NOT NULL, CONSTRAINT baton_later_pk PRIMARY KEY (id));
ALTER TABLE baton_task ADD COLUMN later integer NOT NULL DEFAULT 7;
CREATE INDEX baton_task_later ON baton_task (later);

INSERT INTO baton_schema_serves (version, serves_from) VALUES (2, 1);
INSERT INTO baton_schema (version, applied_at) VALUES (2, now());
