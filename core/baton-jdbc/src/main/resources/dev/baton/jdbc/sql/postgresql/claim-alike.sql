-- As claim.sql, for tasks of one version and loss limit, as a lone one is and those of a backlog mostly are: an array of ids is
-- walked along the index, where a join seeks each by itself. The status stands in an expression, so that no index over it is
-- preferred to the primary key.
WITH free AS MATERIALIZED (
  SELECT b.id FROM baton_task b
  WHERE b.id = ANY (?::uuid[]) AND b.version = ? AND b.status + 0 = ? AND b.owner IS NULL
  FOR NO KEY UPDATE SKIP LOCKED
)
UPDATE baton_task t
SET status = 3, version = t.version + 1, owner = ?, next_event_at = {now} + ? * interval '1 microsecond',
  attempts = t.attempts + 1, loss_limit = ?, last_action = {now}
WHERE t.id = ANY (ARRAY(SELECT id FROM free)){anew}
RETURNING {claimed}
