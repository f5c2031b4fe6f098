INSERT INTO baton_limit (name, idle_after) VALUES (?, {when}) ON CONFLICT (name) DO NOTHING
