DELETE FROM baton_statistic_hour WHERE minute_no = ?
