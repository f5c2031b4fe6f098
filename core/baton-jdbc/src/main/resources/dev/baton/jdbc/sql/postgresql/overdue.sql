(SELECT {outline} FROM baton_task t WHERE t.status = 3 AND t.next_event_at >= {time} AND t.next_event_at <= {now} ORDER BY t.status, t.next_event_at LIMIT ?)
UNION ALL
(SELECT {outline} FROM baton_task t WHERE t.status = 2 AND t.next_event_at >= {time} AND t.next_event_at <= {now} ORDER BY t.status, t.next_event_at LIMIT ?)
LIMIT ?
