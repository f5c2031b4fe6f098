SELECT t.id, t.bucket, t.type, COALESCE(GREATEST(t.run_at, t.last_change), t.run_at) FROM baton_task t {ready} WHERE {filter} LIMIT ?
