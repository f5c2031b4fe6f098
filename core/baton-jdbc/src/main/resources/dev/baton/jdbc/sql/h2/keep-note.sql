-- In place of the same note, which may be of a task that had the id before. Never before the task was added, also after the
-- clock was set back: else the note wouldn't be read.
MERGE INTO baton_note (task_id, noted_at, kind, name, content) KEY (task_id, kind, name)
VALUES (?, GREATEST({now}, COALESCE((SELECT t.created_at FROM baton_task t WHERE t.id = ?), {now})), ?, ?, ?)
