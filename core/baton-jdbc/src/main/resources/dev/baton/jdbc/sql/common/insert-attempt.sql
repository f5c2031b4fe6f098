INSERT INTO baton_attempt (task_id, owner, claimed_at, ended_at, number, outcome, error) VALUES (?, ?, {time}, {now}, ?, ?, ?)
