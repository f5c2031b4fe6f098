-- name: read-now
-- Also read after the lock: with an earlier time a rate would be too fast.
SELECT {now}

-- name: schema-versions
SELECT version, applied_at FROM baton_schema ORDER BY version

-- name: schema-serves-from
SELECT s.serves_from FROM baton_schema_serves s WHERE s.version = ?
