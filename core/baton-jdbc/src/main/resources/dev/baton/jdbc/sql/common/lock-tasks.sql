-- By primary key and in its order; the fence is judged on what is read here, under the lock.
SELECT t.id, t.version, t.status, t.owner, CASE WHEN t.next_event_at <= {now} THEN 1 ELSE 0 END, t.keyed, t.attempts, t.losses, t.last_outcome,
  t.awaited, t.priority, CASE WHEN t.owner IS NOT NULL THEN COALESCE(t.last_action, t.created_at) END
FROM baton_task t {byId} WHERE t.id IN ({ids}) ORDER BY t.id FOR UPDATE
