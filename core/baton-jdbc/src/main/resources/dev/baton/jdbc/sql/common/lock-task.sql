-- Waits for whoever has it locked, and reads what they committed, also after the caller's snapshot.
SELECT {task} FROM baton_task t WHERE t.id = ? FOR UPDATE
