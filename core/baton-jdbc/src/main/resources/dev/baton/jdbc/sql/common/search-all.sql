-- All that fit, found without regard to their order, so that an index which leads to them is preferred to the primary key,
-- which has the order; by ids alone, which some indexes have with all that is asked for. The limit inside keeps the order out.
SELECT {outline} FROM (
  SELECT a.id FROM (SELECT t.id FROM baton_task t WHERE {filter} LIMIT 2000000000) a ORDER BY a.id {order} LIMIT ?
) few JOIN baton_task t ON t.id = few.id ORDER BY t.id {order}
