-- Puts a task at the end of its order. Those who add to it wait here for each other until they commit.
-- Fails with a duplicate key when another was faster to begin it; then it is done once more, for all.
MERGE INTO baton_order o USING (VALUES (CAST(? AS VARCHAR), CAST(? AS UUID))) c(name, last_id) ON o.name = c.name
WHEN MATCHED THEN UPDATE SET before_id = CASE WHEN o.last_id = c.last_id THEN o.before_id ELSE o.last_id END, last_id = c.last_id
WHEN NOT MATCHED THEN INSERT (name, last_id) VALUES (c.name, c.last_id)
