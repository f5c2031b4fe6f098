-- Whether few tasks fit what the indexes know: so many are counted and no more.
SELECT COUNT(*) FROM (SELECT 1 FROM baton_task t WHERE {filter} LIMIT ?) few
