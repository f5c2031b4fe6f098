UPDATE baton_override SET numbers = ?, set_by = ?, reason = ?, set_at = {now}
WHERE kind = ? AND name = ? AND numbers = ?
