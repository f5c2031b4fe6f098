-- Baton's tables, version 12: room for a claim. For PostgreSQL 13 and later.
-- Nodes of older versions go on working.

-- A claimed row has an owner and a time more than a ready one, so the second copies of half a page of rows need a little
-- more than the other half: without that room, the last of each page goes elsewhere, whole and after a lock.
ALTER TABLE baton_task SET (fillfactor = 45);

INSERT INTO baton_schema_serves (version, serves_from) VALUES (12, 1);
INSERT INTO baton_schema (version, applied_at) VALUES (12, now());
