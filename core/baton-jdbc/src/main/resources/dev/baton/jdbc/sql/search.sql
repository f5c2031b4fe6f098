-- name: search-live
SELECT {outline} FROM baton_task t WHERE {filter} ORDER BY t.id {order} LIMIT ?

-- name: search-finished
SELECT {finishedOutline} FROM baton_finished f WHERE {filter} ORDER BY f.finished_at {order}, f.id {order} LIMIT ?

-- name: search-all
-- Finds all matches without regard to their order, so that the planner prefers an index that leads
-- to them to the primary key, which has the order. Reads only ids, which some indexes have together
-- with all conditions. The inner limit keeps the order out of the subquery.
SELECT {outline} FROM (
  SELECT a.id FROM (SELECT t.id FROM baton_task t WHERE {filter} LIMIT 2000000000) a ORDER BY a.id {order} LIMIT ?
) few JOIN baton_task t ON t.id = few.id ORDER BY t.id {order}

-- name: ids-between
SELECT t.id FROM baton_task t WHERE t.id BETWEEN ? AND ? ORDER BY t.id LIMIT ?

-- name: finished-ids-between
SELECT f.id FROM baton_finished f WHERE f.id BETWEEN ? AND ? ORDER BY f.id LIMIT ?

-- name: window-live
-- The last of the next live tasks, in the requested order; reads only the primary key.
SELECT t.id FROM baton_task t WHERE {filter} ORDER BY t.id {order} LIMIT 1 OFFSET ?

-- name: window-finished
-- When the next finished tasks had ended; reads only an index.
SELECT f.finished_at FROM baton_finished f WHERE {filter} ORDER BY f.finished_at {order}, f.id {order} LIMIT 1 OFFSET ?

-- name: count-few
-- Whether few tasks match the columns of the indexes; counts up to a maximum.
SELECT COUNT(*) FROM (SELECT 1 FROM baton_task t WHERE {filter} LIMIT ?) few

-- name: count-few-finished
-- Whether few finished tasks have a type; counts up to a maximum.
SELECT COUNT(*) FROM (SELECT 1 FROM baton_finished f WHERE {filter} LIMIT ?) few

-- name: count-live
-- Ten thousand separate groups, those in ERROR first and then the largest, and the others together,
-- by status. Every column is in the index, so no row is read.
SELECT o.bucket, o.type, o.status, SUM(o.tasks), MIN(o.since) FROM (
  SELECT CASE WHEN p.place <= 10000 THEN p.bucket ELSE '(others)' END AS bucket,
    CASE WHEN p.place <= 10000 THEN p.type ELSE '(others)' END AS type, p.status, p.tasks, p.since
  FROM (
    SELECT g.bucket, g.type, g.status, g.tasks, g.since,
      ROW_NUMBER() OVER (ORDER BY CASE WHEN g.status = 4 THEN 0 ELSE 1 END, g.tasks DESC, g.bucket, g.type, g.status) AS place
    FROM (
      SELECT t.bucket, t.type, t.status, COUNT(*) AS tasks,
        MIN(CASE WHEN t.status = 2 THEN COALESCE(GREATEST(t.run_at, t.last_change), t.run_at) END) AS since
      FROM baton_task t {ready} GROUP BY t.status, t.bucket, t.type
    ) g) p) o
GROUP BY o.bucket, o.type, o.status LIMIT ?

-- name: live-places
-- The statuses, buckets and types of live tasks: one seek for each ("Using index for group-by"),
-- however many tasks they have.
SELECT t.status, t.bucket, t.type FROM baton_task t {ready} GROUP BY t.status, t.bucket, t.type LIMIT ?

-- name: overdue
SELECT {outline} FROM baton_task t {alarm} WHERE t.status = ? AND t.next_event_at >= {time} AND t.next_event_at <= {now} ORDER BY t.status, t.next_event_at LIMIT ?

-- name: overdue-behind
-- Like overdue, behind a position: tasks with the same time are ordered by id.
SELECT {outline} FROM baton_task t {alarm} WHERE t.status = ? AND t.next_event_at >= {time} AND t.next_event_at <= {now}
  AND (t.next_event_at > {time} OR t.id > ?)
ORDER BY t.status, t.next_event_at, t.id LIMIT ?

-- name: late
SELECT t.id, t.bucket, t.type, t.next_event_at FROM baton_task t {alarm} WHERE {filter} ORDER BY t.status, t.next_event_at LIMIT ?

-- name: retried
-- Reads waiting tasks only up to a maximum, however many there are.
SELECT w.id, w.bucket, w.type, w.attempts, w.acted_at FROM (
  SELECT t.id, t.bucket, t.type, t.attempts, t.last_outcome, COALESCE(t.last_action, t.created_at) AS acted_at
  FROM baton_task t {alarm} WHERE t.status = 1 AND t.next_event_at IS NOT NULL ORDER BY t.status, t.next_event_at LIMIT ?
) w WHERE w.last_outcome = ? AND w.attempts >= ?
