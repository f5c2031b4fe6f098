-- As late.sql, of what claims of many hold.
SELECT t.id, t.bucket, t.type, t.next_event_at FROM baton_held t WHERE {filter} ORDER BY t.next_event_at LIMIT ?
