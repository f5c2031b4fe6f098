SELECT t.id FROM unnest(?::uuid[], ?::bigint[], ?::uuid[]) AS q(id, version, owner)
JOIN baton_task t ON t.id = q.id AND t.version = q.version AND t.owner = q.owner
