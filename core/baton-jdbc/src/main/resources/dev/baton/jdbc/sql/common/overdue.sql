SELECT {outline} FROM baton_task t {alarm} WHERE t.status = ? AND t.next_event_at >= {time} AND t.next_event_at <= {now} ORDER BY t.status, t.next_event_at LIMIT ?
