-- Tasks of one version and loss limit, as a lone one is and those of a backlog mostly are: an array of ids is walked along
-- the index, where a join seeks each by itself, and half of the planning is saved. The status stands in an expression, so
-- that no index over it is preferred to the primary key.
UPDATE baton_task t
SET status = 3, version = t.version + 1, owner = ?, next_event_at = {now} + ? * interval '1 microsecond',
  attempts = t.attempts + 1, loss_limit = ?, last_action = {now}
WHERE t.id = ANY (?::uuid[]){untouched} AND t.version = ? AND t.status + 0 = ? AND t.owner IS NULL{anew}
RETURNING {claimed}
