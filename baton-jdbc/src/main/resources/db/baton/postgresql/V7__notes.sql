-- Baton's tables, version 7: what running attempts note beside their rows. For PostgreSQL 13 and later.
-- Additive: nodes of older versions go on working beside newer ones.

-- Kinds: 0 a step that is done, 1 how far the task has come (its name is empty). Noted under the
-- lease of its task, removed when that finishes, or a while later.
CREATE TABLE baton_note (
  task_id  uuid        NOT NULL,
  noted_at timestamptz NOT NULL,
  kind     smallint    NOT NULL,
  name     text        COLLATE "C" NOT NULL,
  content  bytea       NOT NULL,
  CONSTRAINT baton_note_pk PRIMARY KEY (task_id, kind, name)
);

CREATE INDEX baton_note_noted_at ON baton_note (noted_at);

INSERT INTO baton_schema_serves (version, serves_from) VALUES (7, 1);
INSERT INTO baton_schema (version, applied_at) VALUES (7, now());
