-- As finish-plain.sql, for tasks of one guard, as those of one claim mostly are: an array of ids is walked along the index,
-- where a join seeks each by itself. Up to its second version (added, claimed) a task has no attempts behind it:
-- nothing is looked for then, nor planned.
WITH free AS MATERIALIZED (
  SELECT b.id FROM baton_task b
  WHERE b.id = ANY (?::uuid[]) AND b.version = ? AND b.status = ? AND b.owner = ?
    AND NOT b.awaited AND NOT b.keyed AND b.attempts <= 1 AND b.losses = 0 AND b.last_outcome = 0
    AND (? <= 2 OR NOT EXISTS (SELECT FROM baton_attempt a WHERE a.task_id = b.id))
  FOR UPDATE SKIP LOCKED
)
DELETE FROM baton_task t WHERE t.id = ANY (ARRAY(SELECT id FROM free)){anew}
RETURNING t.id
