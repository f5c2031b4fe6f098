-- Locked rows, judged under their locks: no fence is needed here. By primary key, whatever the table holds:
-- a scan would wait for rows that others have locked.
UPDATE baton_task FORCE INDEX (PRIMARY) SET status = 3, version = version + 1, owner = ?, next_event_at = {when},
  attempts = attempts + 1, loss_limit = ?, last_action = {now}
WHERE id IN ({ids})
