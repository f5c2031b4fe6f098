-- As claim-tasks.sql.
DELETE t FROM baton_task t FORCE INDEX (PRIMARY) WHERE t.id IN ({ids})
