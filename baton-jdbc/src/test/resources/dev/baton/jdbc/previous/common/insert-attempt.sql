INSERT INTO baton_attempt (task_id, owner, ended_at, number, outcome, error) VALUES (?, ?, {now}, ?, ?, ?)
