SELECT MIN(minute_no) FROM baton_statistic_hour
