UPDATE baton_schedule SET timing = ?, missed = ?, overlap = ?, jitter_micros = ?, type = ?, sub_type = ?, bucket = ?, flow_key = ?, priority = ?,
  state = ?, context = ?, traits = ?, payload = ?, paused = ?, next_tick = {time}, due_at = {time}, last_tick = {time}, last_task = ?, runs = ?, skips = ?,
  declared = ?, version = version + 1
WHERE name = ? AND version = ?
