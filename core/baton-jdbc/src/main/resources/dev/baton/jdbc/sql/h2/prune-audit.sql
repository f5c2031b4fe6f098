DELETE FROM baton_audit WHERE written_at <= {ago} FETCH FIRST ? ROWS ONLY
