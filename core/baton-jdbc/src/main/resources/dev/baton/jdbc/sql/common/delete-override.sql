DELETE FROM baton_override WHERE kind = ? AND name = ? AND numbers = ?
