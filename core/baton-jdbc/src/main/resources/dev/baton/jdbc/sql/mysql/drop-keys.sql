-- Most keys are taken for no longer than their task lives: those needn't be prolonged before they are freed. As free-keys.sql.
DELETE k FROM baton_key k FORCE INDEX (baton_key_task) WHERE k.hold_micros = 0 AND (k.while_kept = FALSE OR ?) AND k.task_id IN ({ids})
