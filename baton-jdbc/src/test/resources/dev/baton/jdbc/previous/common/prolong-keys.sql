-- Sets when the keys of a task that ends now become free; while the live row is still there.
UPDATE baton_key SET expires_at = (SELECT CASE
    WHEN baton_key.while_kept AND {when} > {later} THEN {when} ELSE {later} END
  FROM baton_task t WHERE t.id = ?)
WHERE task_id = ?
