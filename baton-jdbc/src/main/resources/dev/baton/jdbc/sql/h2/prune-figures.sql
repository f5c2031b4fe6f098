DELETE FROM baton_figure WHERE minute_no < ? FETCH FIRST ? ROWS ONLY
