DELETE FROM baton_finished WHERE id IN ({ids})
