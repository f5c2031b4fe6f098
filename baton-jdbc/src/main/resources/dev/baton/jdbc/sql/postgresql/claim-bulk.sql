-- As claim-alike.sql, for so many that one row of baton_claim costs less than two entries in indexes for each of them. The
-- rows of claims that are over go with it; that nothing is held by them any more is looked up, not believed. An owner that
-- has such a row already gets nothing here.
WITH over AS (
  DELETE FROM baton_claim c WHERE c.owner = ANY (?::uuid[]) AND NOT EXISTS (
    SELECT FROM baton_task t WHERE t.id = ANY (c.ids) AND t.owner = c.owner AND t.status + 0 = 2)
), claim AS (
  INSERT INTO baton_claim (owner, lease_until, ids)
  SELECT q.owner, {now} + ? * interval '1 microsecond', ?::uuid[] FROM (SELECT ?::uuid AS owner) q
  WHERE NOT EXISTS (SELECT FROM baton_claim c WHERE c.owner = q.owner)
  RETURNING owner
)
UPDATE baton_task t
SET version = t.version + 1, owner = ?, attempts = t.attempts + 1, loss_limit = ?, last_action = {now}
WHERE t.id = ANY (?::uuid[]){untouched} AND t.version = ? AND t.status + 0 = ? AND t.owner IS NULL
  AND EXISTS (SELECT FROM claim){anew}
RETURNING {claimed}
