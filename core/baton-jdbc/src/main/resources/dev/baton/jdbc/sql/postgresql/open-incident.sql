-- Not a plain insert: PostgreSQL logs each refused duplicate as an error.
INSERT INTO baton_incident (notice, reason, tasks, opened_at, noticed_at, calm_since, returns, heard, kind, type, id, version)
VALUES (?, ?, ?, {time}, {time}, {time}, ?, ?, ?, ?, ?, 1)
ON CONFLICT DO NOTHING
