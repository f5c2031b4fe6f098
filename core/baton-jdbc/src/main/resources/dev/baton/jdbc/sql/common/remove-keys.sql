DELETE FROM baton_key WHERE (kind, type, text) IN ({keys})
