-- Baton's tables, version 2: the nodes and what is paused. For H2 2.2 and later.
-- Additive: nodes of version 1 go on working beside newer ones.
-- H2 commits after each statement; an interrupted run can be repeated.

-- The nodes, as they were last heard of. Names are kept as a URL's query writes them, with commas.
-- Roles: 0 SERVER, 1 CLIENT. left_at is null while the node lives, or when it fell.
CREATE TABLE IF NOT EXISTS baton_node (
  id         UUID             NOT NULL,
  started_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  heard_at   TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  left_at    TIMESTAMP(6) WITH TIME ZONE,
  role       SMALLINT         NOT NULL,
  name       VARCHAR(8000)    NOT NULL,
  version    VARCHAR(8000)    NOT NULL,
  types      VARCHAR(1000000) NOT NULL,
  buckets    VARCHAR(1000000) NOT NULL,
  PRIMARY KEY (id)
);

-- What is paused. What a pause doesn't name is empty; scope tells that from a name that is empty:
-- 1 for the bucket, 2 for the type, 4 for the key, added up.
CREATE TABLE IF NOT EXISTS baton_pause (
  since    TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  scope    SMALLINT      NOT NULL,
  bucket   VARCHAR(60)   NOT NULL,
  type     VARCHAR(120)  NOT NULL,
  flow_key VARCHAR(200)  NOT NULL,
  reason   VARCHAR(8000) NOT NULL,
  PRIMARY KEY (scope, bucket, type, flow_key)
);

-- For each version of these tables, the oldest version whose nodes may still work on it.
CREATE TABLE IF NOT EXISTS baton_schema_serves (
  version     INT NOT NULL,
  serves_from INT NOT NULL,
  PRIMARY KEY (version)
);

MERGE INTO baton_schema_serves (version, serves_from) KEY (version) VALUES (2, 1);
INSERT INTO baton_schema (version, applied_at) VALUES (2, CURRENT_TIMESTAMP);
