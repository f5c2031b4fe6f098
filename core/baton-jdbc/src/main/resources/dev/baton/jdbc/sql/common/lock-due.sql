SELECT {candidate} FROM baton_task t {alarm} WHERE t.status = 1 AND t.next_event_at >= {time} AND t.next_event_at <= {now}
  AND t.priority BETWEEN 0 AND 9 AND t.version >= 1 AND t.attempts >= 0 AND t.losses >= 0 AND t.loss_limit >= 0
ORDER BY t.status, t.next_event_at LIMIT ? FOR UPDATE SKIP LOCKED
