INSERT INTO baton_leader AS l (node, lead_until, duty) VALUES (?, {when}, ?)
ON CONFLICT (duty) DO UPDATE SET node = excluded.node, lead_until = excluded.lead_until
WHERE l.node = ? OR l.lead_until <= {now} OR l.lead_until > {when}
