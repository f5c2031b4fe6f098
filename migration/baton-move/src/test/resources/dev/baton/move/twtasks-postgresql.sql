CREATE TABLE tw_task (
  id uuid PRIMARY KEY,
  type text NOT NULL,
  sub_type text,
  status text NOT NULL,
  data text NOT NULL,
  next_event_time timestamptz(6) NOT NULL,
  state_time timestamptz(3) NOT NULL,
  processing_client_id text,
  processing_start_time timestamptz(3),
  time_created timestamptz(3) NOT NULL,
  time_updated timestamptz(3) NOT NULL,
  processing_tries_count bigint NOT NULL,
  version bigint NOT NULL,
  priority int NOT NULL DEFAULT 5
);
CREATE INDEX tw_task_idx1 ON tw_task (status, next_event_time);
CREATE TABLE tw_task_data (
  task_id uuid PRIMARY KEY,
  data_format int NOT NULL,
  data bytea NOT NULL,
  task_context_format smallint,
  task_context bytea
);
CREATE TABLE unique_tw_task_key (
  task_id uuid PRIMARY KEY,
  key_hash int NOT NULL,
  key text NOT NULL,
  UNIQUE (key_hash, key)
);
CREATE TABLE effect (task varchar(60) NOT NULL, engine varchar(20) NOT NULL);
