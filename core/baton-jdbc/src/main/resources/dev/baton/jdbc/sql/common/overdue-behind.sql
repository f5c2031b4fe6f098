-- As overdue.sql, behind a place: those at its time by their ids.
SELECT {outline} FROM baton_task t {alarm} WHERE t.status = ? AND t.next_event_at >= {time} AND t.next_event_at <= {now}
  AND (t.next_event_at > {time} OR t.id > ?)
ORDER BY t.status, t.next_event_at, t.id LIMIT ?
