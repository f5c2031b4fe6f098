DELETE FROM baton_statistic WHERE minute_no < ? ORDER BY minute_no LIMIT ?
