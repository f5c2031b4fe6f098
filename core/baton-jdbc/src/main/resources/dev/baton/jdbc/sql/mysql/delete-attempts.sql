DELETE a FROM baton_attempt a FORCE INDEX (baton_attempt_task) WHERE a.task_id IN ({ids})
