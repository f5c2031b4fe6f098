-- As claim-tasks.sql.
DELETE f FROM baton_statistic_hour f FORCE INDEX (PRIMARY) WHERE f.minute_no = ?
