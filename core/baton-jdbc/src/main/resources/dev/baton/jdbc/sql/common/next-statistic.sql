SELECT MIN(minute_no) FROM baton_statistic WHERE minute_no >= ?
