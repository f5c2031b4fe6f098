-- Rows that somebody else has locked are left out, so no claim waits for a caller's transaction. Each row is locked and judged
-- first and written then: what others did to it and undid leaves nothing behind that matters.
-- Rows are addressed by primary key, in the order of ids (the arrays come sorted). The status comes
-- from an array too: as a literal it would invite the partial index of ready tasks, dead rows and all.
WITH free AS MATERIALIZED (
  SELECT t.id, q.loss_limit
  FROM unnest(?::uuid[], ?::bigint[], ?::smallint[], ?::int[]) AS q(id, version, status, loss_limit)
  CROSS JOIN LATERAL (
    SELECT b.id FROM baton_task b WHERE b.id = q.id AND b.version = q.version AND b.status = q.status AND b.owner IS NULL
    FOR NO KEY UPDATE SKIP LOCKED) t
)
UPDATE baton_task t
SET status = 3, version = t.version + 1, owner = ?, next_event_at = {now} + ? * interval '1 microsecond',
  attempts = t.attempts + 1, loss_limit = free.loss_limit, last_action = {now}
FROM free WHERE t.id = free.id{anew}
RETURNING {claimed}
