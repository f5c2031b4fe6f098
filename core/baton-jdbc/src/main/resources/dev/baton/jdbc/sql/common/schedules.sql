SELECT s.name, s.timing, s.missed, s.overlap, s.jitter_micros, s.type, s.sub_type, s.bucket, s.flow_key, s.priority, s.state, s.context, s.payload,
  s.version, s.paused, s.next_tick, s.due_at, s.last_tick, s.last_task, s.runs, s.skips, s.declared, s.traits FROM baton_schedule s WHERE s.name > ? ORDER BY s.name LIMIT ?
