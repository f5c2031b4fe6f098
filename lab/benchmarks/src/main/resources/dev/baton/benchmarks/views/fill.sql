-- step shape
CREATE TABLE views.start (at timestamptz NOT NULL);
INSERT INTO views.start VALUES (date_trunc('second', now()));
-- All functions are immutable, so that PostgreSQL inlines them instead of calling them.
-- Returns a number from 0 to 1, always the same for the same row and purpose.
CREATE FUNCTION views.chance(n bigint, purpose int) RETURNS float8 LANGUAGE sql IMMUTABLE
  RETURN (hashint8extended(n, purpose) & 1048575) / 1048576.0::float8;
-- Some types and buckets are busy, most are not.
CREATE FUNCTION views.type(n bigint) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN 'TYPE_' || floor(50 * power(views.chance(n, 1), 2))::int::text;
CREATE FUNCTION views.bucket(n bigint) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN 'bucket-' || floor(200 * power(views.chance(n, 2), 3))::int::text;
CREATE FUNCTION views.key(n bigint) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN CASE WHEN views.chance(n, 3) < 0.5 THEN 'customer-' || floor(200000 * views.chance(n, 4))::int::text ELSE '' END;
-- A node's owners begin with its own number.
CREATE FUNCTION views.node(k bigint) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN substr(md5('node ' || k::text), 1, 16);
CREATE FUNCTION views.owner(n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE
  RETURN (views.node(n % 4) || lpad(to_hex(n), 16, '0'))::uuid;
CREATE FUNCTION views.payload(n bigint) RETURNS bytea LANGUAGE sql IMMUTABLE
  RETURN ('{"order":' || n::text || ',"customer":"' || md5(n::text) || '","lines":[' || repeat('{"sku":"A-1","n":2},', 5) || '{}]}')::bytea;
CREATE FUNCTION views.error(n bigint) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN 'java.io.IOException: the gateway answered 502 to order ' || n::text || repeat(E'\n\tat com.example.orders.Gateway.send(Gateway.java:88)', 8);

-- step around
INSERT INTO baton_node (id, started_at, heard_at, left_at, role, lease_micros, name, version, types, buckets)
SELECT (views.node(k) || '0000000000000000')::uuid, at - interval '5 days', at - CASE WHEN k % 10 = 9 THEN interval '2 hours' ELSE interval '0' END,
  CASE WHEN k % 10 = 8 THEN at - interval '1 hour' END, 0, 30000000, 'node-' || k, '0.1.0',
  (SELECT string_agg('TYPE_' || t, ',') FROM generate_series(0, 49) t), (SELECT string_agg('bucket-' || b, ',') FROM generate_series(0, 199) b)
FROM views.start, generate_series(0, 39) k;
INSERT INTO baton_pause (since, scope, bucket, type, flow_key, reason)
SELECT at - interval '1 day', 2, '', 'TYPE_4' || k, '', 'the partner is away' FROM views.start, generate_series(7, 9) k;
INSERT INTO baton_schedule (version, next_tick, due_at, last_tick, jitter_micros, runs, skips, missed, overlap, priority, paused, name, timing, type, bucket, flow_key, state)
SELECT 100, at + k * interval '1 minute', at + k * interval '1 minute', at - k * interval '1 minute', 0, 90, 2, 1, 0, 5, k % 20 = 0,
  'every-hour-' || lpad(k::text, 3, '0'), 'rate PT1H', 'TYPE_' || k % 50, 'bucket-' || k, '', ''
FROM views.start, generate_series(0, 199) k;
INSERT INTO baton_limit (paid_until, idle_after, name)
SELECT CASE WHEN k < 5 THEN at + interval '1 day' END, at + interval '1 day', 'gateway-' || k FROM views.start, generate_series(0, 19) k;

-- step finished by 500000 up to {finished}
WITH ended AS (
  INSERT INTO baton_finished (id, owner, parent_id, correlation_id, version, created_at, finished_at, keep_until, attempts, losses, status, priority,
    keyed, bucket, type, flow_key, state, sub_type, error, result, payload)
  SELECT id, views.owner(n), CASE WHEN n % 100 <> 0 THEN chain END, chain, 3,
    created_at, finished_at, finished_at + interval '30 days', CASE WHEN status = 6 THEN 3 WHEN views.chance(n, 5) < 0.03 THEN 2 ELSE 1 END, 0, status, 5,
    views.chance(n, 6) < 0.05, views.bucket(n), CASE WHEN n % ({finished} / 20) = 7 THEN 'ONCE_A_DAY' ELSE views.type(n) END, views.key(n), '',
    CASE WHEN n % 5 = 0 THEN 'VARIANT_' || n % 10 END, CASE WHEN status > 5 THEN views.error(n) END,
    CASE WHEN n % 3 = 0 THEN convert_to('{"ok":true,"number":' || n || '}', 'UTF8') END, views.payload(n)
  FROM (
    SELECT n, finished_at, finished_at - views.chance(n, 7) * interval '10 minutes' AS created_at,
      uuidv7(finished_at - views.chance(n, 7) * interval '10 minutes' - clock_timestamp()) AS id,
      CASE WHEN n % 20 = 0 THEN md5('chain ' || n / 100)::uuid END AS chain,
      CASE WHEN views.chance(n, 8) < 0.02 THEN 6 WHEN views.chance(n, 8) < 0.025 THEN 7 ELSE 5 END AS status
    FROM (SELECT n, at - ({finished} - n) * (interval '30 days' / {finished}) AS finished_at FROM views.start, generate_series({from}, {to}) n) s
  ) t
  RETURNING id, owner, finished_at, attempts, status, keyed, type
), kept AS (
  INSERT INTO baton_finished_key (task_id, hold_micros, kind, while_kept, type, text)
  SELECT id, 0, 1, true, type, id::text FROM ended WHERE keyed
), taken AS (
  INSERT INTO baton_key (task_id, hold_micros, expires_at, kind, while_kept, type, text)
  SELECT id, 0, finished_at + interval '30 days', 1, true, type, id::text FROM ended WHERE keyed
)
INSERT INTO baton_attempt (task_id, owner, ended_at, number, outcome, error)
SELECT id, owner, finished_at - (attempts - k) * interval '1 minute', k, CASE WHEN k = 1 THEN 3 ELSE 2 END, views.error(k)
FROM ended, generate_series(1, CASE WHEN status = 6 THEN attempts ELSE attempts - 1 END) k;

-- step live by 250000 up to {live}
WITH added AS (
  INSERT INTO baton_task (id, owner, correlation_id, version, created_at, last_change, last_action, run_at, next_event_at, attempts, losses, loss_limit,
    status, priority, last_outcome, keyed, bucket, type, flow_key, state, sub_type, payload)
  SELECT uuidv7(created_at - clock_timestamp()), CASE WHEN status = 3 THEN views.owner(n) END, CASE WHEN n % 20 = 0 THEN md5('live chain ' || n / 100)::uuid END,
    2, created_at, created_at, created_at,
    CASE status WHEN 1 THEN CASE WHEN n % 5000 = 1 THEN at - interval '1 hour' ELSE at + views.chance(n, 11) * interval '30 days' END WHEN 2 THEN created_at WHEN 3 THEN created_at END,
    CASE status WHEN 1 THEN CASE WHEN n % 5000 = 1 THEN at - interval '1 hour' ELSE at + views.chance(n, 11) * interval '30 days' END
      WHEN 2 THEN at + interval '6 hours' WHEN 3 THEN at - interval '1 hour' END,
    CASE status WHEN 4 THEN 3 WHEN 3 THEN 1 ELSE 0 END, 0, 3, status, CASE WHEN n % 50 = 0 THEN 1 ELSE 5 END, CASE status WHEN 4 THEN 2 ELSE 0 END, false,
    views.bucket(n), CASE WHEN n % ({live} / 20) = 7 THEN 'ONCE_A_DAY' ELSE views.type(n) END, views.key(n), '', CASE WHEN n % 5 = 0 THEN 'VARIANT_' || n % 10 END, views.payload(n)
  FROM (
    SELECT n, status, at, at - views.chance(n, 10) * CASE status WHEN 2 THEN interval '20 minutes' WHEN 3 THEN interval '1 minute' ELSE interval '25 days' END AS created_at
    FROM (
      SELECT n, CASE WHEN views.chance(n, 9) < 0.55 THEN 2 WHEN views.chance(n, 9) < 0.945 THEN 1 WHEN views.chance(n, 9) < 0.99 THEN 0
        WHEN views.chance(n, 9) < 0.995 THEN 4 ELSE 3 END AS status
      FROM generate_series({from}, {to}) n
    ) s, views.start
  ) t
  RETURNING id, owner, status, created_at, attempts
)
INSERT INTO baton_attempt (task_id, owner, ended_at, number, outcome, error)
SELECT id, views.owner(k), created_at + k * interval '1 minute', k, 2, views.error(k) FROM added, generate_series(1, 3) k WHERE status = 4;

-- step permits
INSERT INTO baton_permit (task_id, owner, limit_name)
SELECT id, owner, 'gateway-' || 5 + row_number() OVER (ORDER BY id) % 15 FROM baton_task WHERE status = 3 ORDER BY id LIMIT 2000;

-- step waits
WITH waiting AS (
  SELECT id, row_number() OVER (ORDER BY id) AS place FROM baton_task WHERE status = 0 ORDER BY id LIMIT 20000
), other AS (
  SELECT id, row_number() OVER (ORDER BY id) AS place FROM baton_task WHERE status = 1 ORDER BY id LIMIT 40000
), waiter AS (
  INSERT INTO baton_waiter (task_id, hint_micros, keep_micros, remaining, standing) SELECT id, 1000000, 1000000, 2, 0 FROM waiting
)
INSERT INTO baton_wait (on_id, waiter_id, must_done)
SELECT other.id, waiting.id, true FROM waiting JOIN other ON (other.place + 1) / 2 = waiting.place;

-- step audit
INSERT INTO baton_audit (written_at, id, task_id, version, actor, action, reason)
SELECT written_at, uuidv7(written_at - clock_timestamp()), CASE WHEN n % 10 <> 0 THEN id END, 3, 'person-' || n % 20,
  CASE n % 5 WHEN 0 THEN 'CANCEL' WHEN 1 THEN 'EDIT' ELSE 'RETRY' END, 'the customer called'
FROM (SELECT id, finished_at AS written_at, row_number() OVER () AS n FROM (SELECT id, finished_at FROM baton_finished LIMIT {finished} / 50) f) s;

-- step figures
INSERT INTO baton_statistic
SELECT floor(extract(epoch FROM finished_at) / 60)::int, (substr(replace(owner::text, '-', ''), 1, 16) || '0000000000000000')::uuid,
  count(*), sum(attempts), count(*) FILTER (WHERE status = 5), count(*) FILTER (WHERE status = 6), 0, sum(attempts) - count(*), 0,
  0, count(*), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, sum(attempts), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, bucket, type
FROM baton_finished, views.start WHERE finished_at > at - interval '7 days'
GROUP BY 1, 2, bucket, type;

-- step tidy finished
VACUUM (ANALYZE) baton_finished;

-- step tidy live
VACUUM (ANALYZE) baton_task;

-- step tidy others
VACUUM (ANALYZE) baton_statistic;
VACUUM (ANALYZE) baton_attempt;
VACUUM (ANALYZE) baton_audit;
VACUUM (ANALYZE) baton_key;
VACUUM (ANALYZE) baton_finished_key;
VACUUM (ANALYZE) baton_wait;
VACUUM (ANALYZE) baton_waiter;
VACUUM (ANALYZE) baton_permit;

-- always
-- Nodes and leases are alive, and the last minutes have figures, however long ago it was filled.
UPDATE baton_node SET heard_at = now() WHERE role = 0 AND left_at IS NULL AND heard_at > (SELECT at - interval '1 hour' FROM views.start);
UPDATE baton_task SET next_event_at = now() + interval '30 minutes' WHERE status = 3 AND ('x' || right(owner::text, 12))::bit(48)::bigint % 100 <> 0;
DELETE FROM baton_node WHERE role = 1;
INSERT INTO baton_statistic SELECT (jsonb_populate_record(f, jsonb_build_object('minute_no', f.minute_no + 1440))).*
FROM baton_statistic f, views.start
WHERE f.minute_no > extract(epoch FROM at) / 60 - 1440 AND f.minute_no <= extract(epoch FROM now()) / 60 - 1440
ON CONFLICT DO NOTHING;
