-- Among the held ones, which are one range of the alarm index: no index on owner is paid for.
SELECT {outline} FROM baton_task t {alarm} WHERE t.status = 3 AND t.owner BETWEEN ? AND ? AND t.id > ? ORDER BY t.id LIMIT ?
