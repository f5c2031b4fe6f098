-- Where it stands is left alone; whatever was decided by the old content names an old version.
UPDATE baton_task SET priority = ?, payload = ?, traits = ?, version = version + 1, last_action = {now}
WHERE id = ? AND version = ? AND status = ? AND status <> 3
