CREATE TABLE tw_task (
  id binary(16) PRIMARY KEY,
  status enum('NEW', 'WAITING', 'SUBMITTED', 'PROCESSING', 'DONE', 'ERROR', 'FAILED', 'CANCELLED'),
  next_event_time datetime(6) NOT NULL,
  state_time datetime(6) NOT NULL,
  version bigint NOT NULL,
  priority int NOT NULL DEFAULT 5,
  processing_start_time datetime(6),
  processing_tries_count bigint NOT NULL,
  time_created datetime(6) NOT NULL,
  time_updated datetime(6) NOT NULL,
  type varchar(250) CHARACTER SET latin1 NOT NULL,
  sub_type varchar(250) CHARACTER SET latin1,
  processing_client_id varchar(250) CHARACTER SET latin1,
  data longtext NOT NULL
);
CREATE INDEX tw_task_idx1 ON tw_task (status, next_event_time);
CREATE TABLE tw_task_data (
  task_id binary(16) PRIMARY KEY,
  data_format int NOT NULL,
  data longblob NOT NULL,
  task_context_format smallint,
  task_context blob
);
CREATE TABLE unique_tw_task_key (
  task_id binary(16) PRIMARY KEY,
  key_hash int NOT NULL,
  `key` varchar(150) CHARACTER SET latin1 NOT NULL,
  UNIQUE KEY uidx1 (key_hash, `key`)
);
CREATE TABLE effect (task varchar(60) NOT NULL, engine varchar(20) NOT NULL);
