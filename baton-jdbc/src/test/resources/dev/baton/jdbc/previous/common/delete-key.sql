DELETE FROM baton_key WHERE kind = ? AND type = ? AND text = ?
