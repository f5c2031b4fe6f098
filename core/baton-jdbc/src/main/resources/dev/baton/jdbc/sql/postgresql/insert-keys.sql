-- Waits for an open transaction that has or frees one of the keys, and locks no key that is taken:
-- the end of the task that has it must not wait for this caller. The keys come sorted.
INSERT INTO baton_key (kind, type, text, task_id, hold_micros, while_kept, expires_at)
SELECT q.kind, q.type, q.text, q.task_id, q.hold_micros, q.while_kept, NULL
FROM unnest(?::smallint[], ?::text[], ?::text[], ?::uuid[], ?::bigint[], ?::boolean[])
  AS q(kind, type, text, task_id, hold_micros, while_kept)
ON CONFLICT (kind, type, text) DO NOTHING
RETURNING kind, type, text
