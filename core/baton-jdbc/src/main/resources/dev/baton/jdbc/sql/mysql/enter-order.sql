-- Puts a task at the end of its order. Those who add to it wait here for each other until they commit.
INSERT INTO baton_order (name, last_id) VALUES (?, ?)
ON DUPLICATE KEY UPDATE before_id = last_id, last_id = VALUES(last_id)
