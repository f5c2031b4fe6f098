-- Not a plain insert: PostgreSQL logs each refused duplicate as an error.
INSERT INTO baton_pause (scope, bucket, type, flow_key, reason, since) VALUES (?, ?, ?, ?, ?, {now})
ON CONFLICT DO NOTHING
