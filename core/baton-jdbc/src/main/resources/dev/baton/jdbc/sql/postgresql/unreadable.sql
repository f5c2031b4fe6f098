-- Rows that no other search finds: something else has written them. They stand in the index of alarms, those without a time in one of their own.
(SELECT {outline} FROM baton_task t WHERE t.status IN (1, 2, 3) AND t.next_event_at IN ('-infinity', 'infinity') LIMIT ?)
UNION ALL
(SELECT {outline} FROM baton_task t WHERE t.status IN (1, 3) AND t.next_event_at IS NULL LIMIT ?)
UNION ALL
(SELECT {outline} FROM baton_task t WHERE t.next_event_at IS NOT NULL AND t.status < 0 ORDER BY t.status, t.next_event_at LIMIT ?)
UNION ALL
(SELECT {outline} FROM baton_task t WHERE t.next_event_at IS NOT NULL AND t.status > 4 ORDER BY t.status, t.next_event_at LIMIT ?)
