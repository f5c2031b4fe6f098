-- As count-few-finished, of tasks that share rows.
SELECT COALESCE(SUM(few.tasks), 0) FROM (SELECT f.tasks FROM baton_shared_row f WHERE {filter} LIMIT ?) few
