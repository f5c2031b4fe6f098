DELETE FROM baton_figure WHERE minute_no < ? ORDER BY minute_no LIMIT ?
