-- Baton's tables, version 3: limits of the whole cluster. For PostgreSQL 13 and later.
-- Additive: nodes of older versions go on working beside newer ones; the limits count what the newer
-- ones claim.

-- A limit, or one key of it: its row is what claims lock. Goes when nobody has used it for a while.
CREATE TABLE baton_limit (
  -- up to when the units a rate has given out last; null for a limit of slots
  paid_until timestamptz,
  idle_after timestamptz NOT NULL,
  name       text        COLLATE "C" NOT NULL,
  CONSTRAINT baton_limit_pk PRIMARY KEY (name)
);

-- Slots that claims took. One counts exactly while its task is held under its owner, which is never
-- used twice: whatever ends the holding gives it back without touching this table.
CREATE TABLE baton_permit (
  task_id    uuid NOT NULL,
  owner      uuid NOT NULL,
  limit_name text COLLATE "C" NOT NULL,
  CONSTRAINT baton_permit_pk PRIMARY KEY (limit_name, task_id)
);

INSERT INTO baton_schema_serves (version, serves_from) VALUES (3, 1);
INSERT INTO baton_schema (version, applied_at) VALUES (3, now());
