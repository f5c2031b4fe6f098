-- All that fit, found without regard to their order, so that an index which leads to them is preferred to one that has
-- the order; by ids alone, which some indexes have with all that is asked for.
SELECT {outline} FROM baton_task t WHERE t.id IN (
  SELECT a.id FROM (SELECT t.id FROM baton_task t WHERE {filter} OFFSET 0) a ORDER BY a.id {order} LIMIT ?
) ORDER BY t.id {order}
