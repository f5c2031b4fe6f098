-- Baton's tables, version 11: incidents. For H2 2.2 and later.
-- Additive: nodes of older versions go on working beside newer ones, which tell of incidents.
-- H2 commits after each statement; an interrupted run can be repeated.

-- What people were told of trouble with tasks, one row for each kind and type. The row is written before
-- anybody is told, under its version: so each notice is decided once, and whoever leads next tells it.
-- kind: 0 ERROR, 1 STUCK, 2 QUEUED. notice: the number of the latest one. reason: why that was told: 0 OPENED, 1 GREW,
-- 2 REMINDER, 3 REOPENED, 4 RESOLVED. heard: which notice each sink has heard, as a URL's query writes it.
-- calm_since is null while the trouble is seen.
CREATE TABLE IF NOT EXISTS baton_incident (
  id         UUID          NOT NULL,
  version    BIGINT        NOT NULL,
  tasks      BIGINT        NOT NULL,
  opened_at  TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  noticed_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  calm_since TIMESTAMP(6) WITH TIME ZONE,
  notice     INT           NOT NULL,
  returns    INT           NOT NULL,
  kind       SMALLINT      NOT NULL,
  reason     SMALLINT      NOT NULL,
  type       VARCHAR(120)  NOT NULL,
  heard      VARCHAR(8000),
  PRIMARY KEY (kind, type)
);

MERGE INTO baton_schema_serves (version, serves_from) KEY (version) VALUES (11, 1);
INSERT INTO baton_schema (version, applied_at) VALUES (11, CURRENT_TIMESTAMP);
