-- Baton's tables, version 11: incidents. For PostgreSQL 13 and later.
-- Additive: nodes of older versions go on working beside newer ones, which tell of incidents.

-- What people were told of trouble with tasks, one row for each kind and type. The row is written before
-- anybody is told, under its version: so each notice is decided once, and whoever leads next tells it.
-- kind: 0 ERROR, 1 STUCK, 2 QUEUED. notice: the number of the latest one. reason: why that was told: 0 OPENED, 1 GREW,
-- 2 REMINDER, 3 REOPENED, 4 RESOLVED. heard: which notice each sink has heard, as a URL's query writes it.
CREATE TABLE baton_incident (
  id         uuid        NOT NULL,
  version    bigint      NOT NULL,
  tasks      bigint      NOT NULL,
  opened_at  timestamptz NOT NULL,
  noticed_at timestamptz NOT NULL,
  -- null while the trouble is seen
  calm_since timestamptz,
  notice     integer     NOT NULL,
  returns    integer     NOT NULL,
  kind       smallint    NOT NULL,
  reason     smallint    NOT NULL,
  type       text        COLLATE "C" NOT NULL,
  heard      text,
  CONSTRAINT baton_incident_pk PRIMARY KEY (kind, type)
);

INSERT INTO baton_schema_serves (version, serves_from) VALUES (11, 1);
INSERT INTO baton_schema (version, applied_at) VALUES (11, now());
