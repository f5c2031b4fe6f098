-- As they stand now, whatever they were when they were added; without payloads.
SELECT {outline} FROM baton_task t {byId} WHERE t.id IN ({ids}) ORDER BY t.id FOR UPDATE
