-- One at a time, so that it never waits for one limit with another locked. Whoever wanted to lock it
-- meanwhile finds no row, and adds it anew.
DELETE FROM baton_limit WHERE name = ? AND idle_after <= {now} AND (paid_until IS NULL OR paid_until <= {now})
