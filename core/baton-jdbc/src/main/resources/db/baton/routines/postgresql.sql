-- Adds a task in the writer's own transaction: for services that aren't written in Java, for scripts and for triggers.
--
--   SELECT * FROM baton_add('PAY_OUT', convert_to('{"partner":"acme"}', 'UTF8'), '{"key":"acme","uniqueKey":"acme/2026-03"}');
--
-- Answers the task's id and whether it was added. If it wasn't, the id is that of the task which has its id or unique key.
-- Options, all of which may be left out: key, bucket, subType, state, priority, runAt, id, uniqueKey, uniqueForSeconds,
-- uniqueWhileKept, correlation, held, ordered, labels, payloadVersion. See docs/other-languages.md.
-- Apply this file by BatonSchema.applyBatonAdd, `baton schema apply --baton-add`, psql, or as a repeatable migration.
-- It runs with the rights of the role that applies this file, which owns Baton's tables or may write them. A caller needs EXECUTE
-- and nothing else. No caller can put other tables before Baton's: the search path is fixed below, and temporary tables come last.
CREATE OR REPLACE FUNCTION baton_add(
  task_type text, payload bytea DEFAULT NULL, options jsonb DEFAULT '{}', OUT task_id uuid, OUT added boolean)
LANGUAGE plpgsql SECURITY DEFINER AS $baton$
DECLARE
  -- What Java's strip() takes away, and what its isISOControl() finds.
  blank   CONSTANT text := '[\u0009-\u000D\u001C-\u0020\u1680\u2000-\u2006\u2008-\u200A\u2028\u2029\u205F\u3000]';
  control CONSTANT text := '[\u0001-\u001F\u007F-\u009F]';
  -- All but what takes two characters in Java, where lengths are counted.
  single  CONSTANT text := '[\u0001-\uFFFF]';
  began   CONSTANT timestamptz := statement_timestamp();
  -- As Java looks up a live, finished or shared row.
  type_of CONSTANT text := 'SELECT t.type FROM baton_task t WHERE t.id = $1'
    || ' UNION ALL SELECT f.type FROM baton_finished f WHERE f.id = $1'
    || ' UNION ALL SELECT b.type FROM baton_shared_row b WHERE b.last_id >= $1 AND $1 = ANY (b.ids)'
    || ' AND b.id BETWEEN (left($1::text, 10) || ''000-0000-0000-000000000000'')::uuid AND $1 LIMIT 1';
  hint_expiry CONSTANT interval := '60 s';
  keep_failed CONSTANT interval := '30 days';
  option  record;
  word    record;
  wanted  record;
  due     timestamptz;
  urgency integer;
  held    boolean;
  form    integer;
  seconds bigint;
  micros  bigint;
  holder  uuid;
  other   text;
  expired boolean;
  mine    boolean;
  ordered boolean;
  before  uuid;
BEGIN
  FOR option IN SELECT e.key AS name, e.value AS value, jsonb_typeof(e.value) AS kind FROM jsonb_each(options) e LOOP
    IF option.name IN ('key', 'bucket', 'subType', 'state', 'runAt', 'id', 'uniqueKey', 'correlation') THEN
      IF option.kind <> 'string' THEN
        RAISE EXCEPTION 'The option % should be a text', option.name USING ERRCODE = '22023';
      END IF;
    ELSIF option.name IN ('priority', 'uniqueForSeconds', 'payloadVersion') THEN
      IF option.kind <> 'number' OR option.value::text !~ '^-?[0-9]{1,9}$' THEN
        RAISE EXCEPTION 'The option % should be a whole number', option.name USING ERRCODE = '22023';
      END IF;
    ELSIF option.name IN ('uniqueWhileKept', 'held', 'ordered') THEN
      IF option.kind <> 'boolean' THEN
        RAISE EXCEPTION 'The option % should be true or false', option.name USING ERRCODE = '22023';
      END IF;
    ELSIF option.name <> 'labels' THEN
      RAISE EXCEPTION 'There is no option %', left(option.name, 60) USING ERRCODE = '22023';
    ELSIF option.kind <> 'object' THEN
      RAISE EXCEPTION 'The option labels should be an object' USING ERRCODE = '22023';
    END IF;
  END LOOP;

  FOR word IN SELECT v.what, v.said, v.longest, char_length(v.said) + char_length(regexp_replace(v.said, single, '', 'g')) AS length
      FROM (VALUES ('type', coalesce(task_type, ''), 250), ('sub-type', options->>'subType', 250), ('key', nullif(options->>'key', ''), 200))
        AS v(what, said, longest) WHERE v.said IS NOT NULL LOOP
    IF word.length NOT BETWEEN 1 AND word.longest THEN
      RAISE EXCEPTION 'A task''s % has 1-% characters; this one has %', word.what, word.longest, word.length USING ERRCODE = '22023';
    ELSIF word.said ~ control THEN
      RAISE EXCEPTION 'A task''s % must not contain control characters; this one has one', word.what USING ERRCODE = '22023';
    ELSIF word.said ~ ('^' || blank || '|' || blank || '$') THEN
      RAISE EXCEPTION 'A task''s % neither starts nor ends with a blank; this one does', word.what USING ERRCODE = '22023';
    END IF;
  END LOOP;

  IF coalesce(options->>'bucket', 'default') !~ '^[A-Za-z0-9._-]{1,60}$' THEN
    RAISE EXCEPTION 'A bucket''s name has 1-60 of the characters A-Z a-z 0-9 . _ -' USING ERRCODE = '22023';
  END IF;
  IF char_length(options->>'state') + char_length(regexp_replace(options->>'state', single, '', 'g')) > 60 THEN
    RAISE EXCEPTION 'A state''s name has at most 60 characters' USING ERRCODE = '22023';
  END IF;
  IF octet_length(payload) > 16777216 THEN
    RAISE EXCEPTION 'A payload may have at most 16777216 bytes; this one has %', octet_length(payload) USING ERRCODE = '22023';
  END IF;
  urgency := coalesce((options->>'priority')::integer, 5);
  IF urgency NOT BETWEEN 0 AND 9 THEN
    RAISE EXCEPTION 'A priority runs from 0 (most urgent) to 9; % doesn''t', urgency USING ERRCODE = '22023';
  END IF;
  form := coalesce((options->>'payloadVersion')::integer, 1);
  IF form < 1 THEN
    RAISE EXCEPTION 'The version of a payload is 1 or more; % isn''t', form USING ERRCODE = '22023';
  END IF;
  held := coalesce((options->>'held')::boolean, false);
  ordered := coalesce((options->>'ordered')::boolean, false);
  IF ordered AND held THEN
    RAISE EXCEPTION 'A task can''t be held and ordered from the first: hold it when it is added' USING ERRCODE = '22023';
  ELSIF ordered AND coalesce(options->>'key', '') = '' THEN
    RAISE EXCEPTION 'A task that is to run in order wants a key: order is kept per key' USING ERRCODE = '22023';
  END IF;
  IF options->>'runAt' !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6})?Z$' THEN
    RAISE EXCEPTION 'The option runAt should be an instant such as 2026-01-31T12:00:00Z' USING ERRCODE = '22023';
  END IF;
  due := (options->>'runAt')::timestamptz;
  IF due NOT BETWEEN '1970-01-01 00:00:01Z' AND '9999-01-01 00:00:00Z' THEN
    RAISE EXCEPTION 'A time must lie between 1970-01-01T00:00:01Z and 9999-01-01T00:00:00Z' USING ERRCODE = '22023';
  END IF;
  seconds := coalesce((options->>'uniqueForSeconds')::integer, 0);
  IF seconds NOT BETWEEN 0 AND 315360000 THEN
    RAISE EXCEPTION 'A key can be kept for zero to 3650 days, not % seconds', seconds USING ERRCODE = '22023';
  END IF;
  IF options ? 'uniqueKey' THEN
    IF char_length(options->>'uniqueKey') + char_length(regexp_replace(options->>'uniqueKey', single, '', 'g')) NOT BETWEEN 1 AND 250 THEN
      RAISE EXCEPTION 'A unique key has 1-250 characters' USING ERRCODE = '22023';
    ELSIF options->>'uniqueKey' ~ (blank || '$') THEN
      RAISE EXCEPTION 'A unique key doesn''t end with a blank; this one does' USING ERRCODE = '22023';
    END IF;
  ELSIF options ? 'uniqueForSeconds' OR options ? 'uniqueWhileKept' THEN
    RAISE EXCEPTION 'The options uniqueForSeconds and uniqueWhileKept want a uniqueKey' USING ERRCODE = '22023';
  END IF;

  IF (SELECT count(*) FROM jsonb_object_keys(coalesce(options->'labels', '{}'))) > 8 THEN
    RAISE EXCEPTION 'A task has at most 8 labels' USING ERRCODE = '22023';
  END IF;
  FOR option IN SELECT e.key AS name, e.value #>> '{}' AS value, jsonb_typeof(e.value) AS kind FROM jsonb_each(coalesce(options->'labels', '{}')) e LOOP
    IF option.name !~ '^[A-Za-z0-9._-]{1,60}$' THEN
      RAISE EXCEPTION 'A label''s name has 1-60 of the characters A-Z a-z 0-9 . _ -' USING ERRCODE = '22023';
    ELSIF option.kind <> 'string'
        OR char_length(option.value) + char_length(regexp_replace(option.value, single, '', 'g')) NOT BETWEEN 1 AND 120 THEN
      RAISE EXCEPTION 'The value of a label has 1-120 characters; that of ''%'' doesn''t', option.name USING ERRCODE = '22023';
    ELSIF option.value ~ control THEN
      RAISE EXCEPTION 'The value of a label must not contain control characters; that of ''%'' does', option.name USING ERRCODE = '22023';
    ELSIF option.value ~ (blank || '$') THEN
      RAISE EXCEPTION 'The value of a label doesn''t end with a blank; that of ''%'' does', option.name USING ERRCODE = '22023';
    END IF;
  END LOOP;

  -- As Baton makes ids: version 7, which begins with the time.
  micros := (extract(epoch FROM clock_timestamp()) * 1000000)::bigint;
  task_id := coalesce((options->>'id')::uuid, (lpad(to_hex(micros / 1000), 12, '0') || '7'
    || lpad(to_hex(micros % 1000 * 4096 / 1000), 3, '0') || substr(replace(gen_random_uuid()::text, '-', ''), 17))::uuid);

  FOR wanted IN SELECT * FROM (VALUES (0, '', (options->>'id')::uuid::text, 0::bigint, true),
      (1, task_type, task_type || E'\n' || (options->>'uniqueKey'), seconds * 1000000, coalesce((options->>'uniqueWhileKept')::boolean, false)))
      AS w(kind, type, text, hold, kept) WHERE w.text IS NOT NULL ORDER BY w.kind LOOP
    mine := false;
    holder := NULL;
    IF wanted.kind = 0 AND substr(wanted.text, 15, 1) = '7' THEN
      -- Baton makes ids of version 7, without a row in baton_key.
      EXECUTE type_of INTO other USING task_id;
      holder := CASE WHEN other IS NOT NULL THEN task_id END;
    END IF;
    FOR tries IN 1..10 LOOP
      EXIT WHEN holder IS NOT NULL;
      INSERT INTO baton_key (kind, type, text, task_id, hold_micros, while_kept, expires_at)
      VALUES (wanted.kind, wanted.type, wanted.text, baton_add.task_id, wanted.hold, wanted.kept, NULL)
      ON CONFLICT ON CONSTRAINT baton_key_pk DO NOTHING;
      mine := FOUND;
      EXIT WHEN mine;
      SELECT k.task_id, k.expires_at <= began INTO holder, expired
      FROM baton_key k WHERE k.kind = wanted.kind AND k.type = wanted.type AND k.text = wanted.text;
      IF coalesce(expired, false) THEN
        -- An expired key changes hands; one that was prolonged or taken meanwhile doesn't.
        UPDATE baton_key k SET task_id = baton_add.task_id, hold_micros = wanted.hold, while_kept = wanted.kept, expires_at = NULL
        WHERE k.kind = wanted.kind AND k.type = wanted.type AND k.text = wanted.text AND k.expires_at <= began;
        mine := FOUND;
        IF mine AND wanted.kind = 0 THEN
          DELETE FROM baton_finished f WHERE f.id = baton_add.task_id;
          DELETE FROM baton_finished_key k WHERE k.task_id = baton_add.task_id;
          DELETE FROM baton_attempt a WHERE a.task_id = baton_add.task_id;
        END IF;
        holder := NULL;
      END IF;
      EXIT WHEN mine OR holder IS NOT NULL;
    END LOOP;
    IF NOT mine THEN
      IF holder IS NULL THEN
        RAISE EXCEPTION 'The key was taken and freed by others too often: run the transaction again' USING ERRCODE = '40001';
      END IF;
      IF wanted.kind = 0 THEN
        EXECUTE type_of INTO other USING task_id;
        IF other <> task_type THEN
          RAISE EXCEPTION 'The id % is that of a task of type %: a task of type % can''t have it', task_id, other, task_type
            USING ERRCODE = '22023';
        END IF;
      END IF;
      -- Nothing of a task that is refused may stay.
      DELETE FROM baton_key k WHERE wanted.kind = 1 AND k.kind = 0 AND k.type = '' AND k.text = (options->>'id')::uuid::text;
      task_id := holder;
      added := false;
      RETURN;
    END IF;
  END LOOP;

  IF ordered THEN
    IF EXISTS (SELECT 1 FROM baton_waiter v WHERE v.task_id = baton_add.task_id AND v.standing = 3) THEN
      RAISE EXCEPTION 'The id can''t be used again yet: a task that had it ended before its turn in its order' USING ERRCODE = '22023';
    END IF;
    -- Those who add to the order wait here for each other until they commit.
    INSERT INTO baton_order AS o (name, last_id) VALUES (task_type || E'\n' || (options->>'key'), baton_add.task_id)
    ON CONFLICT (name) DO UPDATE SET before_id = o.last_id, last_id = EXCLUDED.last_id RETURNING o.before_id INTO before;
    -- Its end comes before this, and is seen, or after, and sees who waits.
    UPDATE baton_task t SET awaited = true WHERE t.id = before;
    IF NOT FOUND THEN
      -- One that ended before its turn is still in the way.
      SELECT v.task_id INTO before FROM baton_waiter v WHERE v.task_id = before AND v.standing = 3 FOR UPDATE;
    END IF;
  END IF;

  INSERT INTO baton_task (id, correlation_id, version, created_at, run_at, next_event_at, attempts, losses, loss_limit,
    status, priority, last_outcome, keyed, bucket, type, flow_key, state, sub_type, traits, payload)
  VALUES (task_id, (options->>'correlation')::uuid, 1, began,
    CASE WHEN held OR before IS NOT NULL THEN due ELSE coalesce(due, began) END,
    CASE WHEN NOT held AND before IS NULL THEN coalesce(due, began + hint_expiry) END,
    0, 0, 0, CASE WHEN held OR before IS NOT NULL THEN 0 WHEN due IS NOT NULL THEN 1 ELSE 2 END, urgency, 0, options ?| ARRAY['id', 'uniqueKey'],
    coalesce(options->>'bucket', 'default'), task_type, coalesce(options->>'key', ''), coalesce(options->>'state', ''),
    options->>'subType',
    nullif(concat_ws('&', CASE WHEN ordered THEN 'order=1' END, CASE WHEN form > 1 THEN 'payload=v' || form END), ''), payload);
  IF before IS NOT NULL THEN
    -- An id of the writer's own may have had waits before.
    DELETE FROM baton_wait w WHERE w.waiter_id = baton_add.task_id;
    DELETE FROM baton_waiter v WHERE v.task_id = baton_add.task_id AND v.standing <> 3;
    INSERT INTO baton_waiter (task_id, remaining, awaits_turn, run_at, hint_micros, keep_micros) VALUES (baton_add.task_id, 1, true, due,
      extract(epoch FROM hint_expiry) * 1000000, extract(epoch FROM keep_failed) * 1000000);
    INSERT INTO baton_wait (on_id, waiter_id, must_done, is_turn) VALUES (before, baton_add.task_id, false, true);
  END IF;
  IF options ? 'labels' THEN
    INSERT INTO baton_label (task_id, added_at, name, text)
    SELECT baton_add.task_id, began, e.key, e.value FROM jsonb_each_text(options->'labels') e;
  END IF;
  added := true;
END
$baton$;

REVOKE EXECUTE ON FUNCTION baton_add(text, bytea, jsonb) FROM PUBLIC;

DO $baton$
BEGIN
  EXECUTE format('ALTER FUNCTION baton_add(text, bytea, jsonb) SET search_path = pg_catalog, %I, pg_temp', (
    SELECT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = 'baton_task'::regclass));
END
$baton$;
