CREATE TABLE scheduled_tasks (
  task_name varchar(100) NOT NULL,
  task_instance varchar(100) NOT NULL,
  task_data longblob,
  execution_time timestamp(6) NULL,
  picked boolean NOT NULL,
  picked_by varchar(50),
  last_success timestamp(6) NULL,
  last_failure timestamp(6) NULL,
  consecutive_failures int,
  last_heartbeat timestamp(6) NULL,
  version bigint NOT NULL,
  priority smallint,
  state varchar(20),
  PRIMARY KEY (task_name, task_instance),
  INDEX execution_time_idx (execution_time),
  INDEX last_heartbeat_idx (last_heartbeat)
);
CREATE TABLE effect (task varchar(60) NOT NULL, engine varchar(20) NOT NULL);
