INSERT INTO baton_leader (duty, node, lead_until) VALUES (?, ?, {when})
