UPDATE baton_limit SET paid_until = {time} WHERE name = ?
