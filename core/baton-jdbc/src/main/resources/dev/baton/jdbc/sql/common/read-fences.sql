-- What the fence of a row that was passed over says now; reads only.
SELECT t.id, t.version, t.status, t.owner, CASE WHEN t.next_event_at <= {now} THEN 1 ELSE 0 END, t.keyed, t.attempts, t.losses, t.last_outcome,
  t.awaited, t.priority, CASE WHEN t.owner IS NOT NULL THEN COALESCE(t.last_action, t.created_at) END
FROM baton_task t WHERE t.id IN ({ids})
