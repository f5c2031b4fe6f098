SELECT t.id, t.bucket, t.type, t.run_at FROM baton_task t {ready} WHERE {filter} LIMIT ?
