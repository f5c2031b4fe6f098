-- Once stale, always stale: an owner is never used twice.
DELETE FROM baton_permit WHERE limit_name = ? AND task_id = ? AND owner = ?
