SELECT a.number, a.owner, a.ended_at, a.outcome, a.error FROM baton_attempt a WHERE a.task_id = ?
ORDER BY a.ended_at DESC, a.number DESC LIMIT ?
