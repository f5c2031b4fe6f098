INSERT INTO baton_waiter (task_id, remaining, awaits_turn, run_at, hint_micros, keep_micros) VALUES (?, ?, ?, {when}, ?, ?)
