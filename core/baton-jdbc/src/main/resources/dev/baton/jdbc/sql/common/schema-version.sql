SELECT max(version) FROM baton_schema
