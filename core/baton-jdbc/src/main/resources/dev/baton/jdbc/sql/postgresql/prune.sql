-- The attempts of a task go with its finished row; those of a task that left none went with the task.
WITH old AS MATERIALIZED (
  SELECT f.id FROM baton_finished f WHERE f.keep_until <= {now} ORDER BY f.keep_until LIMIT ? FOR UPDATE SKIP LOCKED
), gone AS (
  DELETE FROM baton_finished f USING old WHERE f.id = old.id RETURNING f.id, f.keyed
), forgotten AS (
  DELETE FROM baton_attempt a USING gone WHERE a.task_id = gone.id
), unkeyed AS (
  DELETE FROM baton_finished_key k USING gone WHERE gone.keyed AND k.task_id = gone.id
), expired AS MATERIALIZED (
  -- An id isn't free before its finished row is gone. Left out here, not afterwards: such ids would fill the page.
  SELECT k.kind, k.type, k.text FROM baton_key k WHERE k.expires_at <= {now}
    AND (k.kind <> 0 OR k.task_id IN (SELECT id FROM old)
      OR NOT EXISTS (SELECT 1 FROM baton_finished f WHERE f.id = k.task_id))
  ORDER BY k.expires_at LIMIT ? FOR UPDATE SKIP LOCKED
), freed AS (
  DELETE FROM baton_key k USING expired e WHERE k.kind = e.kind AND k.type = e.type AND k.text = e.text
)
SELECT count(*) FROM gone
