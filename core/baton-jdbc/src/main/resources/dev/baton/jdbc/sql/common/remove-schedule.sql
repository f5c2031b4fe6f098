DELETE FROM baton_schedule WHERE name = ?
