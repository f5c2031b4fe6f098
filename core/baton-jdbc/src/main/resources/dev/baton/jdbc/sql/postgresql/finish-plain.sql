-- The hottest path: tasks that leave no trace and have nothing beside their row. Whatever else there is
-- to forget is left to finish.sql, which takes the planner four times as long.
DELETE FROM baton_task t
USING unnest(?::uuid[], ?::bigint[], ?::smallint[], ?::uuid[], ?::boolean[]) AS q(id, version, status, owner, time_is_up){free}
WHERE t.id = q.id AND t.version = q.version AND t.status = q.status AND t.owner IS NOT DISTINCT FROM q.owner
  AND (NOT q.time_is_up OR t.next_event_at <= {now})
  AND NOT t.awaited AND NOT t.keyed AND t.version <= 2 AND t.attempts <= 1 AND t.losses = 0 AND t.last_outcome = 0
RETURNING t.id
