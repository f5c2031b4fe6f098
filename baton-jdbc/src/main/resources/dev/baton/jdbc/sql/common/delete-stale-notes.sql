-- By age once more: a task that runs again meanwhile has new ones.
DELETE FROM baton_note WHERE task_id = ? AND noted_at <= {ago}
