-- Not a plain insert: PostgreSQL logs each refused duplicate as an error.
INSERT INTO baton_override (kind, name, numbers, set_by, reason, set_at) VALUES (?, ?, ?, ?, ?, {now})
ON CONFLICT DO NOTHING
