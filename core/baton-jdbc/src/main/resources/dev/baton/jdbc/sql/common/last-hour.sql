SELECT MAX(minute_no) FROM baton_statistic_hour
