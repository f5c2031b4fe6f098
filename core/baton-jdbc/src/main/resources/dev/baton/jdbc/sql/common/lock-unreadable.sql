SELECT t.attempts, t.last_outcome, t.owner FROM baton_task t WHERE t.id = ? AND t.version = ? AND t.status NOT IN (0, 4) FOR UPDATE SKIP LOCKED
