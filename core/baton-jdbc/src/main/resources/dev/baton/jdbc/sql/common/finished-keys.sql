SELECT k.kind, k.type, k.text, k.hold_micros, k.while_kept FROM baton_finished_key k WHERE k.task_id = ? ORDER BY k.kind, k.type, k.text
