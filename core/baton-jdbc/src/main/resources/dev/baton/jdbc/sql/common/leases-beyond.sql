-- The end of the range of running tasks: empty unless the clock was put back.
SELECT {outline} FROM baton_task t {alarm} WHERE t.status = 3 AND t.next_event_at > {when} ORDER BY t.status, t.next_event_at LIMIT ?
