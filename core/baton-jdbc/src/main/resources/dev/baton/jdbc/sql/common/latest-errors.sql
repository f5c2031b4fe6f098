SELECT latest.task_id, latest.error FROM (
  SELECT a.task_id, SUBSTRING(a.error FROM 1 FOR 500) AS error,
    ROW_NUMBER() OVER (PARTITION BY a.task_id ORDER BY a.ended_at DESC, a.number DESC) AS place
  FROM baton_attempt a WHERE a.task_id IN ({ids}) AND a.outcome <> 1) latest
WHERE latest.place = 1
