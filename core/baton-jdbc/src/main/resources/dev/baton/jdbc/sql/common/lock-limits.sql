-- In the order of names: claims that need several limits can't wait for each other.
SELECT l.name, l.paid_until FROM baton_limit l {byId} WHERE l.name IN ({ids}) ORDER BY l.name FOR UPDATE
