GRANT SELECT, INSERT, UPDATE, DELETE ON baton_key TO orders;
GRANT INSERT ON baton_task TO orders;
-- With an id of the writer's own, which a finished task may have had:
GRANT SELECT (id), DELETE ON baton_finished TO orders;
GRANT SELECT (task_id), DELETE ON baton_finished_key TO orders;
GRANT SELECT (task_id), DELETE ON baton_attempt TO orders;
-- With labels:
GRANT INSERT ON baton_label TO orders;
-- With ordered:
GRANT SELECT, INSERT, UPDATE ON baton_order TO orders;
GRANT SELECT (id), UPDATE (awaited) ON baton_task TO orders;
GRANT SELECT, INSERT, UPDATE, DELETE ON baton_waiter TO orders;
GRANT SELECT (waiter_id), INSERT, DELETE ON baton_wait TO orders;
