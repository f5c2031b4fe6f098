-- What is asked of JobRunr's jobs, by their primary key.

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
