-- The statuses, buckets and types of live tasks: one seek for each ("Using index for group-by"), however many tasks they have.
SELECT t.status, t.bucket, t.type FROM baton_task t {ready} GROUP BY t.status, t.bucket, t.type LIMIT ?
