SELECT applied_at FROM baton_schema WHERE version = 1
