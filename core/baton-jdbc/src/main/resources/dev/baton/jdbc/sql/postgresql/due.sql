WITH ripe AS MATERIALIZED (
  SELECT b.id FROM baton_task b WHERE b.status = 1 AND b.next_event_at >= {time} AND b.next_event_at <= {now}
  ORDER BY b.status, b.next_event_at LIMIT ? FOR NO KEY UPDATE SKIP LOCKED
)
UPDATE baton_task t
SET status = 2, version = t.version + 1, next_event_at = {now} + ? * interval '1 microsecond', last_action = {now}
FROM ripe WHERE t.id = ripe.id
RETURNING {candidate}
