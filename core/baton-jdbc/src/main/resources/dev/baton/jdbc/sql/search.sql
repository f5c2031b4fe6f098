-- name: search-live
SELECT {outline} FROM baton_task t WHERE {filter} ORDER BY t.id {order} LIMIT ?

-- name: search-finished
SELECT {finishedOutline} FROM baton_finished f WHERE {filter} ORDER BY f.finished_at {order}, f.id {order} LIMIT ?

-- name: search-all
-- All that fit, found without regard to their order, so that an index which leads to them is preferred to the primary key,
-- which has the order; by ids alone, which some indexes have with all that is asked for. The limit inside keeps the order out.
SELECT {outline} FROM (
  SELECT a.id FROM (SELECT t.id FROM baton_task t WHERE {filter} LIMIT 2000000000) a ORDER BY a.id {order} LIMIT ?
) few JOIN baton_task t ON t.id = few.id ORDER BY t.id {order}

-- name: window-live
-- Where the next so many live tasks end, in the order that is wanted: from the primary key alone.
SELECT t.id FROM baton_task t WHERE {filter} ORDER BY t.id {order} LIMIT 1 OFFSET ?

-- name: window-finished
-- When the next so many finished tasks had ended: from an index alone.
SELECT f.finished_at FROM baton_finished f WHERE {filter} ORDER BY f.finished_at {order}, f.id {order} LIMIT 1 OFFSET ?

-- name: count-few
-- Whether few tasks fit what the indexes know: so many are counted and no more.
SELECT COUNT(*) FROM (SELECT 1 FROM baton_task t WHERE {filter} LIMIT ?) few

-- name: count-few-finished
-- Whether few finished tasks have a type: so many are counted and no more.
SELECT COUNT(*) FROM (SELECT 1 FROM baton_finished f WHERE {filter} LIMIT ?) few

-- name: count-live
-- Ten thousand groups by themselves, those in ERROR and then the largest, and the others together, by status.
-- Every column is in the index: no row is read.
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
-- The statuses, buckets and types of live tasks: one seek for each ("Using index for group-by"), however many tasks they have.
SELECT t.status, t.bucket, t.type FROM baton_task t {ready} GROUP BY t.status, t.bucket, t.type LIMIT ?

-- name: overdue
SELECT {outline} FROM baton_task t {alarm} WHERE t.status = ? AND t.next_event_at >= {time} AND t.next_event_at <= {now} ORDER BY t.status, t.next_event_at LIMIT ?

-- name: overdue-behind
-- As overdue, behind a place: those at its time by their ids.
SELECT {outline} FROM baton_task t {alarm} WHERE t.status = ? AND t.next_event_at >= {time} AND t.next_event_at <= {now}
  AND (t.next_event_at > {time} OR t.id > ?)
ORDER BY t.status, t.next_event_at, t.id LIMIT ?

-- name: late
SELECT t.id, t.bucket, t.type, t.next_event_at FROM baton_task t {alarm} WHERE {filter} ORDER BY t.status, t.next_event_at LIMIT ?

-- name: retried
-- So many waiting tasks are read and no more, however many there are.
SELECT w.id, w.bucket, w.type, w.attempts, w.acted_at FROM (
  SELECT t.id, t.bucket, t.type, t.attempts, t.last_outcome, COALESCE(t.last_action, t.created_at) AS acted_at
  FROM baton_task t {alarm} WHERE t.status = 1 AND t.next_event_at IS NOT NULL ORDER BY t.status, t.next_event_at LIMIT ?
) w WHERE w.last_outcome = ? AND w.attempts >= ?
