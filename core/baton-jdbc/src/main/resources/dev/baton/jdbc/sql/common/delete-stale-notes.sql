-- Both conditions once more: a task that runs again meanwhile has notes, however long that was ago.
DELETE FROM baton_note WHERE task_id = ? AND noted_at <= {ago}
  AND NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = baton_note.task_id)
