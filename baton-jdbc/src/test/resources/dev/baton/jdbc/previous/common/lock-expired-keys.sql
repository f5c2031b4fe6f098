SELECT k.kind, k.type, k.text FROM baton_key k WHERE k.expires_at <= {now} ORDER BY k.expires_at LIMIT ? FOR UPDATE SKIP LOCKED
