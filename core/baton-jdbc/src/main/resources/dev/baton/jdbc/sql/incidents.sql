-- name: open-incident
-- A second incident of the same kind and name fails as a duplicate: the primary key decides every
-- race.
INSERT INTO baton_incident (notice, reason, tasks, opened_at, noticed_at, calm_since, returns, heard, kind, name, id, version)
VALUES (?, ?, ?, {time}, {time}, {time}, ?, ?, ?, ?, ?, 1)

-- name: incidents
SELECT i.id, i.kind, i.name, i.version, i.notice, i.reason, i.tasks, i.opened_at, i.noticed_at, i.calm_since, i.returns, i.heard
FROM baton_incident i

-- name: change-incident
UPDATE baton_incident SET notice = ?, reason = ?, tasks = ?, opened_at = {time}, noticed_at = {time}, calm_since = {time}, returns = ?,
  heard = ?, version = version + 1
WHERE kind = ? AND name = ? AND id = ? AND version = ?

-- name: remove-incident
DELETE FROM baton_incident WHERE kind = ? AND name = ? AND id = ? AND version = ?
