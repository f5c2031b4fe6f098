-- Baton's tables, version 1, for HSQLDB 2.7.
CREATE TABLE IF NOT EXISTS baton_task (
  id UUID NOT NULL, owner UUID, parent_id UUID, correlation_id UUID, version BIGINT NOT NULL,
  created_at TIMESTAMP(6) WITH TIME ZONE NOT NULL, last_change TIMESTAMP(6) WITH TIME ZONE,
  last_action TIMESTAMP(6) WITH TIME ZONE, run_at TIMESTAMP(6) WITH TIME ZONE, next_event_at TIMESTAMP(6) WITH TIME ZONE,
  attempts INT NOT NULL, losses INT NOT NULL, loss_limit INT NOT NULL, status SMALLINT NOT NULL, priority SMALLINT NOT NULL,
  last_outcome SMALLINT NOT NULL, keyed BOOLEAN NOT NULL, awaited BOOLEAN DEFAULT FALSE NOT NULL,
  bucket VARCHAR(60) NOT NULL, type VARCHAR(250) NOT NULL, flow_key VARCHAR(200) NOT NULL, state VARCHAR(60) NOT NULL,
  sub_type VARCHAR(250), context VARCHAR(200000), traits VARCHAR(200000), data VARBINARY(33554432),
  payload VARBINARY(33554432),
  PRIMARY KEY (id),
  CONSTRAINT baton_task_live CHECK (status BETWEEN 0 AND 4),
  CONSTRAINT baton_task_owner_exactly_when_held CHECK ((owner IS NOT NULL) = (status = 3)),
  CONSTRAINT baton_task_alarm_exactly_when_awaited CHECK ((next_event_at IS NOT NULL) = (status IN (1, 2, 3))),
  CONSTRAINT baton_task_time_to_run CHECK (CASE WHEN status IN (1, 2) THEN run_at IS NOT NULL WHEN status = 4 THEN run_at IS NULL ELSE TRUE END),
  CONSTRAINT baton_task_counts CHECK (version >= 1 AND attempts >= 0 AND losses >= 0 AND loss_limit >= 0 AND priority BETWEEN 0 AND 9)
);
CREATE INDEX IF NOT EXISTS baton_task_alarm ON baton_task (status, next_event_at);
CREATE INDEX IF NOT EXISTS baton_task_ready ON baton_task (status, bucket, type, flow_key, priority, run_at, id, last_change);
CREATE TABLE IF NOT EXISTS baton_finished (
  id UUID NOT NULL, owner UUID, parent_id UUID, correlation_id UUID, version BIGINT NOT NULL,
  created_at TIMESTAMP(6) WITH TIME ZONE NOT NULL, finished_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  keep_until TIMESTAMP(6) WITH TIME ZONE NOT NULL, claimed_at TIMESTAMP(6) WITH TIME ZONE, attempts INT NOT NULL,
  losses INT NOT NULL, status SMALLINT NOT NULL, priority SMALLINT NOT NULL, keyed BOOLEAN NOT NULL,
  bucket VARCHAR(60) NOT NULL, type VARCHAR(250) NOT NULL, flow_key VARCHAR(200) NOT NULL, state VARCHAR(60) NOT NULL,
  sub_type VARCHAR(250), context VARCHAR(200000), traits VARCHAR(200000), error VARCHAR(8000), result VARBINARY(33554432),
  payload VARBINARY(33554432),
  PRIMARY KEY (id),
  CONSTRAINT baton_finished_status CHECK (status BETWEEN 5 AND 7)
);
CREATE INDEX IF NOT EXISTS baton_finished_keep_until ON baton_finished (keep_until);
CREATE INDEX IF NOT EXISTS baton_finished_status ON baton_finished (status, finished_at, id);
CREATE INDEX IF NOT EXISTS baton_finished_type ON baton_finished (type, finished_at, id);
CREATE INDEX IF NOT EXISTS baton_finished_correlation ON baton_finished (correlation_id);
CREATE TABLE IF NOT EXISTS baton_key (
  task_id UUID NOT NULL, hold_micros BIGINT NOT NULL, expires_at TIMESTAMP(6) WITH TIME ZONE, kind SMALLINT NOT NULL,
  while_kept BOOLEAN NOT NULL, type VARCHAR(250) NOT NULL, text VARCHAR(501) NOT NULL,
  PRIMARY KEY (kind, type, text)
);
CREATE INDEX IF NOT EXISTS baton_key_task ON baton_key (task_id);
CREATE INDEX IF NOT EXISTS baton_key_expires_at ON baton_key (expires_at);
CREATE TABLE IF NOT EXISTS baton_finished_key (
  task_id UUID NOT NULL, hold_micros BIGINT NOT NULL, kind SMALLINT NOT NULL, while_kept BOOLEAN NOT NULL,
  type VARCHAR(250) NOT NULL, text VARCHAR(501) NOT NULL,
  PRIMARY KEY (task_id, kind, type, text)
);
CREATE TABLE IF NOT EXISTS baton_attempt (
  row_id BIGINT GENERATED ALWAYS AS IDENTITY, task_id UUID NOT NULL, owner UUID, claimed_at TIMESTAMP(6) WITH TIME ZONE,
  ended_at TIMESTAMP(6) WITH TIME ZONE NOT NULL, number INT NOT NULL, outcome SMALLINT NOT NULL,
  error VARCHAR(8000) NOT NULL,
  PRIMARY KEY (row_id)
);
CREATE INDEX IF NOT EXISTS baton_attempt_task ON baton_attempt (task_id, ended_at);
CREATE TABLE IF NOT EXISTS baton_leader (
  duty VARCHAR(120) NOT NULL, node UUID NOT NULL, lead_until TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  PRIMARY KEY (duty)
);
CREATE TABLE IF NOT EXISTS baton_node (
  id UUID NOT NULL, started_at TIMESTAMP(6) WITH TIME ZONE NOT NULL, heard_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  left_at TIMESTAMP(6) WITH TIME ZONE, lease_micros BIGINT NOT NULL, role SMALLINT NOT NULL, name VARCHAR(8000) NOT NULL,
  version VARCHAR(8000) NOT NULL, types VARCHAR(1000000) NOT NULL, buckets VARCHAR(1000000) NOT NULL,
  limits VARCHAR(1000000), warnings VARCHAR(1000000),
  PRIMARY KEY (id)
);
CREATE TABLE IF NOT EXISTS baton_pause (
  since TIMESTAMP(6) WITH TIME ZONE NOT NULL, scope SMALLINT NOT NULL, bucket VARCHAR(60) NOT NULL,
  type VARCHAR(250) NOT NULL, flow_key VARCHAR(200) NOT NULL, reason VARCHAR(8000) NOT NULL,
  PRIMARY KEY (scope, bucket, type, flow_key)
);
CREATE TABLE IF NOT EXISTS baton_override (
  set_at TIMESTAMP(6) WITH TIME ZONE NOT NULL, kind SMALLINT NOT NULL, name VARCHAR(330) NOT NULL,
  numbers VARCHAR(200) NOT NULL, set_by VARCHAR(200) NOT NULL, reason VARCHAR(8000) NOT NULL,
  PRIMARY KEY (kind, name)
);
CREATE TABLE IF NOT EXISTS baton_limit (
  paid_until TIMESTAMP(6) WITH TIME ZONE, idle_after TIMESTAMP(6) WITH TIME ZONE NOT NULL, name VARCHAR(330) NOT NULL,
  PRIMARY KEY (name)
);
CREATE TABLE IF NOT EXISTS baton_permit (
  task_id UUID NOT NULL, owner UUID NOT NULL, limit_name VARCHAR(330) NOT NULL,
  PRIMARY KEY (limit_name, task_id)
);
CREATE TABLE IF NOT EXISTS baton_schedule (
  last_task UUID, declared UUID, version BIGINT NOT NULL, next_tick TIMESTAMP(6) WITH TIME ZONE,
  due_at TIMESTAMP(6) WITH TIME ZONE, last_tick TIMESTAMP(6) WITH TIME ZONE, jitter_micros BIGINT NOT NULL,
  runs BIGINT NOT NULL, skips BIGINT NOT NULL, missed SMALLINT NOT NULL, overlap SMALLINT NOT NULL,
  priority SMALLINT NOT NULL, paused BOOLEAN NOT NULL, name VARCHAR(120) NOT NULL, timing VARCHAR(500) NOT NULL,
  type VARCHAR(250) NOT NULL, sub_type VARCHAR(250), bucket VARCHAR(60), flow_key VARCHAR(200) NOT NULL,
  state VARCHAR(60) NOT NULL, context VARCHAR(200000), traits VARCHAR(200000), payload VARBINARY(33554432),
  PRIMARY KEY (name),
  CONSTRAINT baton_schedule_over CHECK (next_tick IS NULL OR due_at IS NOT NULL)
);
CREATE TABLE IF NOT EXISTS baton_wait (
  on_id UUID NOT NULL, waiter_id UUID NOT NULL, ended SMALLINT, must_done BOOLEAN NOT NULL,
  is_turn BOOLEAN DEFAULT FALSE NOT NULL,
  PRIMARY KEY (on_id, waiter_id)
);
CREATE INDEX IF NOT EXISTS baton_wait_waiter ON baton_wait (waiter_id);
CREATE TABLE IF NOT EXISTS baton_waiter (
  task_id UUID NOT NULL, hint_micros BIGINT NOT NULL, keep_micros BIGINT NOT NULL, run_at TIMESTAMP(6) WITH TIME ZONE,
  remaining INTEGER NOT NULL, standing SMALLINT DEFAULT 0 NOT NULL, awaits_turn BOOLEAN DEFAULT FALSE NOT NULL,
  PRIMARY KEY (task_id)
);
CREATE TABLE IF NOT EXISTS baton_order (
  last_id UUID NOT NULL, before_id UUID, name VARCHAR(460) NOT NULL,
  PRIMARY KEY (name)
);
CREATE TABLE IF NOT EXISTS baton_audit (
  written_at TIMESTAMP(6) WITH TIME ZONE NOT NULL, id UUID NOT NULL, task_id UUID, version BIGINT,
  actor VARCHAR(200) NOT NULL, action VARCHAR(60) NOT NULL, reason VARCHAR(8000), detail VARCHAR(8000),
  PRIMARY KEY (written_at, id)
);
CREATE INDEX IF NOT EXISTS baton_audit_task ON baton_audit (task_id, written_at, id);
CREATE TABLE IF NOT EXISTS baton_note (
  task_id UUID NOT NULL, noted_at TIMESTAMP(6) WITH TIME ZONE NOT NULL, kind SMALLINT NOT NULL, name VARCHAR(120) NOT NULL,
  content VARBINARY(1048576) NOT NULL,
  PRIMARY KEY (task_id, kind, name)
);
CREATE TABLE IF NOT EXISTS baton_label (
  task_id UUID NOT NULL, added_at TIMESTAMP(6) WITH TIME ZONE NOT NULL, name VARCHAR(60) NOT NULL,
  text VARCHAR(120) NOT NULL,
  PRIMARY KEY (task_id, added_at, name)
);
CREATE INDEX IF NOT EXISTS baton_label_text ON baton_label (name, text, task_id, added_at);
CREATE TABLE IF NOT EXISTS baton_statistic (
  minute_no INT NOT NULL, source UUID NOT NULL, added INT NOT NULL, started INT NOT NULL, done INT NOT NULL,
  failed INT NOT NULL, errors INT NOT NULL, retried INT NOT NULL, lost INT NOT NULL, w01 INT NOT NULL, w02 INT NOT NULL,
  w03 INT NOT NULL, w04 INT NOT NULL, w05 INT NOT NULL, w06 INT NOT NULL, w07 INT NOT NULL, w08 INT NOT NULL,
  w09 INT NOT NULL, w10 INT NOT NULL, w11 INT NOT NULL, w12 INT NOT NULL, w13 INT NOT NULL, w14 INT NOT NULL,
  w15 INT NOT NULL, w16 INT NOT NULL, w17 INT NOT NULL, w18 INT NOT NULL, w19 INT NOT NULL, r01 INT NOT NULL,
  r02 INT NOT NULL, r03 INT NOT NULL, r04 INT NOT NULL, r05 INT NOT NULL, r06 INT NOT NULL, r07 INT NOT NULL,
  r08 INT NOT NULL, r09 INT NOT NULL, r10 INT NOT NULL, r11 INT NOT NULL, r12 INT NOT NULL, r13 INT NOT NULL,
  r14 INT NOT NULL, r15 INT NOT NULL, r16 INT NOT NULL, r17 INT NOT NULL, r18 INT NOT NULL, r19 INT NOT NULL,
  bucket VARCHAR(60) NOT NULL, type VARCHAR(250) NOT NULL,
  PRIMARY KEY (minute_no, bucket, type, source)
);
CREATE INDEX IF NOT EXISTS baton_statistic_type ON baton_statistic (type, minute_no);
CREATE TABLE IF NOT EXISTS baton_statistic_hour (
  minute_no INT NOT NULL, added INT NOT NULL, started INT NOT NULL, done INT NOT NULL, failed INT NOT NULL,
  errors INT NOT NULL, retried INT NOT NULL, lost INT NOT NULL, w01 INT NOT NULL, w02 INT NOT NULL, w03 INT NOT NULL,
  w04 INT NOT NULL, w05 INT NOT NULL, w06 INT NOT NULL, w07 INT NOT NULL, w08 INT NOT NULL, w09 INT NOT NULL,
  w10 INT NOT NULL, w11 INT NOT NULL, w12 INT NOT NULL, w13 INT NOT NULL, w14 INT NOT NULL, w15 INT NOT NULL,
  w16 INT NOT NULL, w17 INT NOT NULL, w18 INT NOT NULL, w19 INT NOT NULL, r01 INT NOT NULL, r02 INT NOT NULL,
  r03 INT NOT NULL, r04 INT NOT NULL, r05 INT NOT NULL, r06 INT NOT NULL, r07 INT NOT NULL, r08 INT NOT NULL,
  r09 INT NOT NULL, r10 INT NOT NULL, r11 INT NOT NULL, r12 INT NOT NULL, r13 INT NOT NULL, r14 INT NOT NULL,
  r15 INT NOT NULL, r16 INT NOT NULL, r17 INT NOT NULL, r18 INT NOT NULL, r19 INT NOT NULL, bucket VARCHAR(60) NOT NULL,
  type VARCHAR(250) NOT NULL,
  PRIMARY KEY (minute_no, bucket, type)
);
CREATE INDEX IF NOT EXISTS baton_statistic_hour_type ON baton_statistic_hour (type, minute_no);
CREATE TABLE IF NOT EXISTS baton_incident (
  id UUID NOT NULL, version BIGINT NOT NULL, tasks BIGINT NOT NULL, opened_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  noticed_at TIMESTAMP(6) WITH TIME ZONE NOT NULL, calm_since TIMESTAMP(6) WITH TIME ZONE, notice INT NOT NULL,
  returns INT NOT NULL, kind SMALLINT NOT NULL, reason SMALLINT NOT NULL, name VARCHAR(250) NOT NULL, heard VARCHAR(8000),
  PRIMARY KEY (kind, name)
);
CREATE TABLE IF NOT EXISTS baton_schema (
  version INT NOT NULL, applied_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  PRIMARY KEY (version)
);
CREATE TABLE IF NOT EXISTS baton_schema_serves (
  version INT NOT NULL, serves_from INT NOT NULL,
  PRIMARY KEY (version)
);
DELETE FROM baton_schema_serves;
INSERT INTO baton_schema_serves (version, serves_from) VALUES (1, 1);
INSERT INTO baton_schema (version, applied_at) VALUES (1, CURRENT_TIMESTAMP);
