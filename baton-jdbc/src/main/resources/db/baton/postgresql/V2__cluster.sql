-- Baton's tables, version 2: the nodes and what is paused. For PostgreSQL 13 and later.
-- Additive: nodes of version 1 go on working beside newer ones.

-- The nodes, as they were last heard of. Names are kept as a URL's query writes them, with commas.
CREATE TABLE baton_node (
  id         uuid        NOT NULL,
  started_at timestamptz NOT NULL,
  heard_at   timestamptz NOT NULL,
  -- null while it lives, or when it fell
  left_at    timestamptz,
  -- 0 SERVER, 1 CLIENT
  role       smallint    NOT NULL,
  name       text        NOT NULL,
  version    text        NOT NULL,
  types      text        NOT NULL,
  buckets    text        NOT NULL,
  CONSTRAINT baton_node_pk PRIMARY KEY (id)
);

-- What is paused. What a pause doesn't name is empty; scope tells that from a name that is empty:
-- 1 for the bucket, 2 for the type, 4 for the key, added up.
CREATE TABLE baton_pause (
  since    timestamptz NOT NULL,
  scope    smallint    NOT NULL,
  bucket   text        COLLATE "C" NOT NULL,
  type     text        COLLATE "C" NOT NULL,
  flow_key text        COLLATE "C" NOT NULL,
  reason   text        NOT NULL,
  CONSTRAINT baton_pause_pk PRIMARY KEY (scope, bucket, type, flow_key)
);

-- For each version of these tables, the oldest version whose nodes may still work on it.
CREATE TABLE baton_schema_serves (
  version     integer NOT NULL,
  serves_from integer NOT NULL,
  CONSTRAINT baton_schema_serves_pk PRIMARY KEY (version)
);

INSERT INTO baton_schema_serves (version, serves_from) VALUES (2, 1);
INSERT INTO baton_schema (version, applied_at) VALUES (2, now());
