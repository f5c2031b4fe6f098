-- Some orders after one, with whether their last task lives or has ended before its turn: pruning walks over all orders.
SELECT o.name, o.last_id, CASE WHEN EXISTS (SELECT 1 FROM baton_task t WHERE t.id = o.last_id)
  OR EXISTS (SELECT 1 FROM baton_waiter v WHERE v.task_id = o.last_id AND v.standing = 3) THEN 1 ELSE 0 END
FROM baton_order o WHERE o.name > ? ORDER BY o.name LIMIT ?
