SELECT o.name, o.before_id FROM baton_order o WHERE o.name IN ({ids})
