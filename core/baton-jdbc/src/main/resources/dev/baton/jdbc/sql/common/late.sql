SELECT t.id, t.bucket, t.type, t.next_event_at FROM baton_task t {alarm} WHERE {filter} ORDER BY t.status, t.next_event_at LIMIT ?
