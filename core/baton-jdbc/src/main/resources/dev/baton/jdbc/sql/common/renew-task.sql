UPDATE baton_task SET next_event_at = {when} WHERE id = ? AND version = ? AND owner = ?
