-- An id isn't free before its finished row is gone. Left out here, not afterwards: such ids would fill the page.
SELECT k.kind, k.type, k.text FROM baton_key k WHERE k.expires_at <= {now}
  AND (k.kind <> 0 OR NOT EXISTS (SELECT 1 FROM baton_finished f WHERE f.id = k.task_id))
ORDER BY k.expires_at LIMIT ? FOR UPDATE SKIP LOCKED
