-- Rows that no other search finds, or that can't be made due: something else has written them.
SELECT {outline} FROM baton_task t {alarm} WHERE t.status < 0
UNION ALL
SELECT {outline} FROM baton_task t {alarm} WHERE t.status > 4
UNION ALL
SELECT {outline} FROM baton_task t {alarm} WHERE t.status = 1 AND t.next_event_at IS NULL
UNION ALL
SELECT {outline} FROM baton_task t {alarm} WHERE t.status = 3 AND t.next_event_at IS NULL
UNION ALL
SELECT {outline} FROM baton_task t {alarm} WHERE t.status = 1 AND t.next_event_at <= {now}
  AND NOT (t.priority BETWEEN 0 AND 9 AND t.version >= 1 AND t.attempts >= 0 AND t.losses >= 0 AND t.loss_limit >= 0)
LIMIT ?
