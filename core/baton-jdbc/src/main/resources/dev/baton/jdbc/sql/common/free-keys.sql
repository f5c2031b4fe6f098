-- A key that is taken while the finished task is kept stays, though that be over: if the row is still there, pruning frees both.
DELETE FROM baton_key WHERE expires_at <= {now} AND (while_kept = FALSE OR ?) AND task_id IN ({ids})
