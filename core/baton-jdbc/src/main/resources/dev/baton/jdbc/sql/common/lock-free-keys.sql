-- As keys-of.sql, leaving out what others have locked.
SELECT k.task_id FROM baton_key k {byTask} WHERE k.task_id IN ({ids}) FOR UPDATE SKIP LOCKED
