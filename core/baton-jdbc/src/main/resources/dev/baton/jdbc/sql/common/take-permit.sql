INSERT INTO baton_permit (limit_name, task_id, owner) VALUES (?, ?, ?)
