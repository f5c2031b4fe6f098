-- As remove-tasks.sql.
DELETE k FROM baton_key k FORCE INDEX (PRIMARY) WHERE (k.kind, k.type, k.text) IN ({keys})
