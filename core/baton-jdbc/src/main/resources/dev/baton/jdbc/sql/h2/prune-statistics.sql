DELETE FROM baton_statistic WHERE minute_no < ? FETCH FIRST ? ROWS ONLY
