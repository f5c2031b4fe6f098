-- A second one of its kind and type fails as a duplicate: the primary key decides every race.
INSERT INTO baton_incident (notice, reason, tasks, opened_at, noticed_at, calm_since, returns, heard, kind, type, id, version)
VALUES (?, ?, ?, {time}, {time}, {time}, ?, ?, ?, ?, ?, 1)
