-- With each, whether it names a finished row that is still there: that id isn't free yet.
SELECT k.kind, k.type, k.text,
  CASE WHEN k.kind = 0 AND EXISTS (SELECT 1 FROM baton_finished f WHERE f.id = k.task_id) THEN 1 ELSE 0 END
FROM baton_key k WHERE k.expires_at <= {now} ORDER BY k.expires_at LIMIT ? FOR UPDATE SKIP LOCKED
