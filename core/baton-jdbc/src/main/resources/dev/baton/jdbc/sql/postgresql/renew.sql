UPDATE baton_task t SET next_event_at = {now} + ? * interval '1 microsecond'
FROM unnest(?::uuid[], ?::bigint[], ?::uuid[]) AS q(id, version, owner){free}
WHERE t.id = q.id AND t.version = q.version AND t.owner = q.owner
RETURNING t.id
