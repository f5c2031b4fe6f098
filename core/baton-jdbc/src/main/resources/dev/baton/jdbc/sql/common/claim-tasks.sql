-- Locked rows, judged under their locks: no fence is needed here.
UPDATE baton_task SET status = 3, version = version + 1, owner = ?, next_event_at = {when}, attempts = attempts + 1,
  loss_limit = ?, last_action = {now}
WHERE id IN ({ids})
