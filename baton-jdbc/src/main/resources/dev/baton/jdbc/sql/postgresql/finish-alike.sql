-- As finish-plain.sql, for tasks of one guard, as those of one claim mostly are: an array of ids is walked along the index,
-- where a join seeks each by itself.
DELETE FROM baton_task t
WHERE t.id = ANY (?::uuid[]){untouched} AND t.version = ? AND {status} = ? AND t.owner = ?
  AND NOT t.awaited AND NOT t.keyed AND t.attempts <= 1 AND t.losses = 0 AND t.last_outcome = 0{anew}
RETURNING t.id
