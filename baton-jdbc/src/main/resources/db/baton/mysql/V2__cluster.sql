-- Baton's tables, version 2: the nodes and what is paused. For MySQL 8.0 and MariaDB 10.6 and later.
-- Additive: nodes of version 1 go on working beside newer ones.
-- MySQL commits after each statement; an interrupted run can be repeated.

-- The nodes, as they were last heard of. Names are kept as a URL's query writes them, with commas.
-- Roles: 0 SERVER, 1 CLIENT. left_at is null while the node lives, or when it fell.
CREATE TABLE IF NOT EXISTS baton_node (
  id         BINARY(16)  NOT NULL,
  started_at DATETIME(6) NOT NULL,
  heard_at   DATETIME(6) NOT NULL,
  left_at    DATETIME(6),
  role       SMALLINT    NOT NULL,
  name       TEXT        NOT NULL,
  version    TEXT        NOT NULL,
  types      MEDIUMTEXT  NOT NULL,
  buckets    MEDIUMTEXT  NOT NULL,
  PRIMARY KEY (id)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- What is paused. What a pause doesn't name is empty; scope tells that from a name that is empty:
-- 1 for the bucket, 2 for the type, 4 for the key, added up.
CREATE TABLE IF NOT EXISTS baton_pause (
  since    DATETIME(6)  NOT NULL,
  scope    SMALLINT     NOT NULL,
  bucket   VARCHAR(60)  NOT NULL,
  type     VARCHAR(120) NOT NULL,
  flow_key VARCHAR(200) NOT NULL,
  reason   TEXT         NOT NULL,
  PRIMARY KEY (scope, bucket, type, flow_key)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- For each version of these tables, the oldest version whose nodes may still work on it.
CREATE TABLE IF NOT EXISTS baton_schema_serves (
  version     INT NOT NULL,
  serves_from INT NOT NULL,
  PRIMARY KEY (version)
) ENGINE = InnoDB;

INSERT INTO baton_schema_serves (version, serves_from) VALUES (2, 1) ON DUPLICATE KEY UPDATE serves_from = 1;
INSERT INTO baton_schema (version, applied_at) VALUES (2, UTC_TIMESTAMP(6));
