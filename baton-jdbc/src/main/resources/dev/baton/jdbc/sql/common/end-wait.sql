UPDATE baton_wait SET ended = ? WHERE on_id = ? AND ended IS NULL
