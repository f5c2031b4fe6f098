DELETE FROM baton_permit WHERE limit_name IN ({ids})
AND NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = baton_permit.task_id AND t.owner = baton_permit.owner)
