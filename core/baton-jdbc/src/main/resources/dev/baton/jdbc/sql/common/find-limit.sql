SELECT l.paid_until FROM baton_limit l WHERE l.name = ?
