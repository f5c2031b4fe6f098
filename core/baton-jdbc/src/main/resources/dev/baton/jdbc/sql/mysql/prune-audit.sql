DELETE FROM baton_audit WHERE written_at <= {ago} ORDER BY written_at LIMIT ?
