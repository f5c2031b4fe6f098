-- As ../prune.sql, of tasks that share a row: these left nothing else behind. Rows until they have as many tasks as were asked for.
WITH expired AS MATERIALIZED (
  SELECT b.id, b.tasks, b.keep_until FROM baton_shared_row b WHERE b.keep_until <= {now} ORDER BY b.keep_until LIMIT ?
), old AS MATERIALIZED (
  SELECT b.id FROM baton_shared_row b
    JOIN (SELECT id, sum(tasks) OVER (ORDER BY keep_until, id) - tasks AS earlier FROM expired) s ON s.id = b.id
  WHERE s.earlier < ? FOR UPDATE OF b SKIP LOCKED
), gone AS (
  DELETE FROM baton_shared_row b USING old WHERE b.id = old.id RETURNING b.tasks
)
SELECT coalesce(sum(tasks), 0) FROM gone
