DELETE FROM baton_audit WHERE (written_at, id) IN (
  SELECT a.written_at, a.id FROM baton_audit a WHERE a.written_at <= {ago} ORDER BY a.written_at LIMIT ?)
