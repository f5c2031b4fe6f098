-- Statements on JobRunr's jobs, by their primary key.

-- name: page
SELECT j.id, j.state, j.jobAsJson FROM {prefix}jobrunr_jobs j WHERE j.state IN ({states}) AND j.id > ? ORDER BY j.id LIMIT ?

-- name: ended
SELECT j.id, j.state, j.jobAsJson FROM {prefix}jobrunr_jobs j
WHERE j.state IN ({states}) AND j.updatedAt > ? AND j.id > ? ORDER BY j.id LIMIT ?

-- name: jobs
SELECT j.id, j.state, j.jobAsJson FROM {prefix}jobrunr_jobs j WHERE j.id IN ({items})

-- name: lock-ended
SELECT j.id, j.state, j.jobAsJson FROM {prefix}jobrunr_jobs j WHERE j.id IN ({items}) AND j.state = 'DELETED' ORDER BY j.id FOR UPDATE

-- name: write
UPDATE {prefix}jobrunr_jobs SET version = version + 1, jobAsJson = ?, state = ?, updatedAt = ? WHERE id = ?

-- name: recurring
SELECT r.id, r.version, r.createdAt, r.jobAsJson,
  (SELECT MAX(j.scheduledAt) FROM {prefix}jobrunr_jobs j WHERE j.recurringJobId = r.id)
FROM {prefix}jobrunr_recurring_jobs r WHERE r.id > ? ORDER BY r.id LIMIT ?

-- name: remove-recurring
DELETE FROM {prefix}jobrunr_recurring_jobs WHERE id IN ({items})

-- name: put-recurring
INSERT INTO {prefix}jobrunr_recurring_jobs (id, version, createdAt, jobAsJson) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING

-- name: put-recurring @mysql
INSERT INTO {prefix}jobrunr_recurring_jobs (id, version, createdAt, jobAsJson) VALUES (?, ?, ?, ?)
ON DUPLICATE KEY UPDATE version = version
