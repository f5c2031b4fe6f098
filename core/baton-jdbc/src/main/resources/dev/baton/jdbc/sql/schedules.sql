-- name: insert-schedule
-- A taken name fails as a duplicate: the primary key decides every race.
INSERT INTO baton_schedule (name, timing, missed, overlap, jitter_micros, type, sub_type, bucket, flow_key, priority, state, context, traits, payload,
  paused, next_tick, due_at, last_tick, last_task, runs, skips, declared, version)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
  {time}, {time}, {time}, ?, ?, ?, ?, 1)

-- name: find-schedule
SELECT s.name, s.timing, s.missed, s.overlap, s.jitter_micros, s.type, s.sub_type, s.bucket, s.flow_key, s.priority, s.state, s.context, s.payload,
  s.version, s.paused, s.next_tick, s.due_at, s.last_tick, s.last_task, s.runs, s.skips, s.declared, s.traits FROM baton_schedule s WHERE s.name = ?

-- name: schedules
SELECT s.name, s.timing, s.missed, s.overlap, s.jitter_micros, s.type, s.sub_type, s.bucket, s.flow_key, s.priority, s.state, s.context, s.payload,
  s.version, s.paused, s.next_tick, s.due_at, s.last_tick, s.last_task, s.runs, s.skips, s.declared, s.traits FROM baton_schedule s WHERE s.name > ? ORDER BY s.name LIMIT ?

-- name: due-schedules
SELECT s.name, s.timing, s.missed, s.overlap, s.jitter_micros, s.type, s.sub_type, s.bucket, s.flow_key, s.priority, s.state, s.context, s.payload,
  s.version, s.paused, s.next_tick, s.due_at, s.last_tick, s.last_task, s.runs, s.skips, s.declared, s.traits, {now} FROM baton_schedule s
WHERE s.name > ? AND (s.due_at <= {when} OR (s.due_at IS NOT NULL AND s.last_tick > {now})) AND s.paused = FALSE ORDER BY s.name LIMIT ?

-- name: lock-schedule
SELECT s.name, s.timing, s.missed, s.overlap, s.jitter_micros, s.type, s.sub_type, s.bucket, s.flow_key, s.priority, s.state, s.context, s.payload,
  s.version, s.paused, s.next_tick, s.due_at, s.last_tick, s.last_task, s.runs, s.skips, s.declared, s.traits FROM baton_schedule s WHERE s.name = ? FOR UPDATE

-- name: lock-unlocked-schedule
-- Skips a locked schedule: its transaction may keep it for long, and the others are processed
-- meanwhile.
SELECT s.name, s.timing, s.missed, s.overlap, s.jitter_micros, s.type, s.sub_type, s.bucket, s.flow_key, s.priority, s.state, s.context, s.payload,
  s.version, s.paused, s.next_tick, s.due_at, s.last_tick, s.last_task, s.runs, s.skips, s.declared, s.traits FROM baton_schedule s WHERE s.name = ? {skipLocked}

-- name: change-schedule
UPDATE baton_schedule SET timing = ?, missed = ?, overlap = ?, jitter_micros = ?, type = ?, sub_type = ?, bucket = ?, flow_key = ?, priority = ?,
  state = ?, context = ?, traits = ?, payload = ?, paused = ?, next_tick = {time}, due_at = {time}, last_tick = {time}, last_task = ?, runs = ?, skips = ?,
  declared = ?, version = version + 1
WHERE name = ? AND version = ?

-- name: remove-schedule
DELETE FROM baton_schedule WHERE name = ?
