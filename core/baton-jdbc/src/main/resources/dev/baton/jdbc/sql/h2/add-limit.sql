-- Fails with a duplicate key when another node was faster.
INSERT INTO baton_limit (name, idle_after) VALUES (?, {when})
