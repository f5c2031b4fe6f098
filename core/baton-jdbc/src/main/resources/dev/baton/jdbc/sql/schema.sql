-- name: read-now
-- Also read after the lock: with an earlier time a rate would be too fast.
SELECT {now}

-- name: schema-version
SELECT max(version) FROM baton_schema

-- name: schema-serves-from
SELECT s.serves_from FROM baton_schema_serves s WHERE s.version = ?

-- name: tables-made
SELECT applied_at FROM baton_schema WHERE version = 1
