UPDATE baton_task SET next_event_at = {when}, last_action = {now} WHERE id = ? AND version = ? AND owner = ?
