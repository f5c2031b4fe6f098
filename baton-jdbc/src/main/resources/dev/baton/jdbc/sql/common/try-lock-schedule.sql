-- Whoever has it may keep it for long: the others are served meanwhile.
SELECT s.version FROM baton_schedule s WHERE s.name = ? AND s.version = ? FOR UPDATE SKIP LOCKED
