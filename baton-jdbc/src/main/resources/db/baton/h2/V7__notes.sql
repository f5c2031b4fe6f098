-- Baton's tables, version 7: what running attempts note beside their rows. For H2 2.2 and later.
-- Additive: nodes of older versions go on working beside newer ones. H2 commits after each
-- statement; an interrupted run can be repeated.

-- Kinds: 0 a step that is done, 1 how far the task has come (its name is empty). Noted under the
-- lease of its task, removed when that finishes, or a while later.
CREATE TABLE IF NOT EXISTS baton_note (
  task_id  UUID         NOT NULL,
  noted_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  kind     SMALLINT     NOT NULL,
  name     VARCHAR(120) NOT NULL,
  content  VARBINARY(1048576) NOT NULL,
  PRIMARY KEY (task_id, kind, name)
);

CREATE INDEX IF NOT EXISTS baton_note_noted_at ON baton_note (noted_at);

MERGE INTO baton_schema_serves (version, serves_from) KEY (version) VALUES (7, 1);
INSERT INTO baton_schema (version, applied_at) VALUES (7, CURRENT_TIMESTAMP);
