-- Rows that show that nobody has them locked, which most often are all: no lock before the write. The
-- others are left to claim.sql.
WITH q AS (
  SELECT * FROM unnest(?::uuid[], ?::bigint[], ?::smallint[], ?::int[]) AS q(id, version, status, loss_limit)
)
UPDATE baton_task t
SET status = 3, version = t.version + 1, owner = ?, next_event_at = {now} + ? * interval '1 microsecond',
  attempts = t.attempts + 1, loss_limit = q.loss_limit, last_action = {now}
FROM q WHERE t.id = q.id{untouched} AND t.version = q.version AND t.status = q.status AND t.owner IS NULL
RETURNING {claimed}
