-- name: read-now
-- After the lock too: a rate accounted for at an earlier time would be too fast.
SELECT {now}

-- name: schema-version
SELECT max(version) FROM baton_schema

-- name: schema-serves-from
SELECT s.serves_from FROM baton_schema_serves s WHERE s.version = ?

-- name: tables-made
SELECT applied_at FROM baton_schema WHERE version = 1
