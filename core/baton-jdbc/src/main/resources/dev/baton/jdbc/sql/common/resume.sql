DELETE FROM baton_pause WHERE scope = ? AND bucket = ? AND type = ? AND flow_key = ?
