-- As remove-tasks.sql.
DELETE f FROM baton_finished f FORCE INDEX (PRIMARY) WHERE f.id IN ({ids})
