INSERT INTO baton_limit (name, idle_after) VALUES (?, {when}) ON DUPLICATE KEY UPDATE name = baton_limit.name
