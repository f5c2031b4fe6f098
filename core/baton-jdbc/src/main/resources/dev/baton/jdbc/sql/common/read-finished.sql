SELECT {finished} FROM baton_finished f WHERE f.id IN ({ids})
