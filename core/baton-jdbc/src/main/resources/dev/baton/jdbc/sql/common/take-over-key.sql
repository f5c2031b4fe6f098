-- An expired key changes hands; one that was prolonged or taken meanwhile doesn't.
UPDATE baton_key SET task_id = ?, hold_micros = ?, while_kept = ?, expires_at = NULL
WHERE kind = ? AND type = ? AND text = ? AND (expires_at <= {now} OR (expires_at IS NOT NULL AND task_id = ?))
