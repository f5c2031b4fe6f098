-- A pause in force fails as a duplicate: the primary key decides every race.
INSERT INTO baton_pause (scope, bucket, type, flow_key, reason, since) VALUES (?, ?, ?, ?, ?, {now})
