SELECT {task} FROM baton_task t {alarm} WHERE t.status = ? AND t.next_event_at <= {now} ORDER BY t.status, t.next_event_at LIMIT ?
