-- In place of the same note, which may be of a task that had the id before. Never before the task was added, also after the
-- clock was set back: else the note wouldn't be read.
INSERT INTO baton_note (task_id, noted_at, kind, name, content)
VALUES (?, GREATEST({now}, (SELECT t.created_at FROM baton_task t WHERE t.id = ?)), ?, ?, ?)
ON CONFLICT (task_id, kind, name) DO UPDATE SET noted_at = EXCLUDED.noted_at, content = EXCLUDED.content
