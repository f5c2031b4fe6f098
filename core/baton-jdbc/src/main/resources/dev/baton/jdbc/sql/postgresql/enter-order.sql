-- Puts a task at the end of its order. Those who add to it wait here for each other until they commit.
INSERT INTO baton_order (name, last_id) VALUES (?, ?)
ON CONFLICT (name) DO UPDATE SET before_id = baton_order.last_id, last_id = EXCLUDED.last_id
