-- Sets when the keys of tasks that end now become free; while the live rows are still there.
UPDATE baton_key {byTask} SET expires_at = (SELECT CASE
    WHEN baton_key.while_kept AND {when} > {later} THEN {when} ELSE {later} END
  FROM baton_task t {byId} WHERE t.id = baton_key.task_id)
WHERE task_id IN ({ids})
