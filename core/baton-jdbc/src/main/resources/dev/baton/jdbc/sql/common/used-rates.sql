SELECT l.name, l.paid_until FROM baton_limit l WHERE l.paid_until > {now} ORDER BY l.name LIMIT ?
