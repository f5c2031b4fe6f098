-- Most keys are taken for no longer than their task lives: those needn't be prolonged before they are freed.
DELETE FROM baton_key WHERE hold_micros = 0 AND (while_kept = FALSE OR ?) AND task_id IN ({ids})
