-- Adds a task in the writer's own transaction: for services that aren't written in Java, for scripts and for triggers.
--
--   CALL baton_add('PAY_OUT', '{"partner":"acme"}', '{"key":"acme","uniqueKey":"acme/2026-03"}');
--
-- Answers a row: the task's id (task_id, as text) and whether it was added (1 or 0). If it wasn't, the id is that of the task
-- which has its id or unique key. Options, all of which may be left out: key, bucket, subType, state, priority, runAt, id,
-- uniqueKey, uniqueForSeconds, uniqueWhileKept, correlation, held, ordered, labels, payloadVersion. See docs/other-languages.md.
-- Apply this file, which is one statement, by BatonSchema.applyBatonAdd, `baton schema apply --baton-add`, or the client
-- (mysql --delimiter=//), after DROP PROCEDURE IF EXISTS baton_add.
-- It runs with the rights of the account that applies this file. A caller needs EXECUTE and nothing else.
CREATE PROCEDURE baton_add(
  IN p_type TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin, IN p_payload LONGBLOB,
  IN p_options LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin)
MODIFIES SQL DATA
SQL SECURITY DEFINER
BEGIN
  DECLARE v_now DATETIME(6) DEFAULT UTC_TIMESTAMP(6);
  DECLARE v_options LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT COALESCE(p_options, '{}');
  DECLARE v_wrong, v_name, v_said, v_kind TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_names, v_labels, v_value LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_key, v_sub_type, v_state, v_bucket, v_unique, v_run_at, v_id, v_correlation TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_uuid TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$';
  DECLARE v_place, v_longest, v_length, v_tries, v_taken, v_expired, v_at INT DEFAULT 0;
  DECLARE v_priority INT DEFAULT 5;
  DECLARE v_form INT DEFAULT 1;
  DECLARE v_held, v_kept, v_ordered, v_mine BOOLEAN DEFAULT FALSE;
  DECLARE v_seconds, v_micros BIGINT DEFAULT 0;
  DECLARE v_due DATETIME(6);
  DECLARE v_task, v_holder, v_last, v_before BINARY(16);

  -- What can't be added is said before anything is written.
  checks: BEGIN
    IF NOT JSON_VALID(v_options) OR JSON_TYPE(v_options) <> 'OBJECT' THEN
      SET v_wrong = 'The options should be a JSON object';
      LEAVE checks;
    END IF;
    SET v_names = JSON_KEYS(v_options);
    WHILE v_place < JSON_LENGTH(v_names) DO
      SET v_name = JSON_UNQUOTE(JSON_EXTRACT(v_names, CONCAT('$[', v_place, ']')));
      SET v_value = JSON_EXTRACT(v_options, CONCAT('$.', JSON_QUOTE(v_name)));
      IF v_value IS NULL THEN
        -- MariaDB doesn't find a name that has escapes; what isn't found would be left out without a word.
        SET v_wrong = CONCAT('The name of the option ', LEFT(v_name, 60), ' should be written without escapes');
        LEAVE checks;
      END IF;
      SET v_kind = JSON_TYPE(v_value);
      SET v_said = v_value;
      IF v_kind = 'STRING' THEN
        -- MariaDB's JSON_UNQUOTE loses what lies beyond the first 65,536 characters; MySQL's JSON_VALUE takes no path that is worked out.
        /*!80000 SET v_said = JSON_UNQUOTE(v_value); */
        /*M! SET v_said = JSON_VALUE(v_options, CONCAT('$.', JSON_QUOTE(v_name))); */
      END IF;
      IF v_name IN ('key', 'bucket', 'subType', 'state', 'runAt', 'id', 'uniqueKey', 'correlation') THEN
        IF v_kind <> 'STRING' THEN
          SET v_wrong = CONCAT('The option ', v_name, ' should be a text');
          LEAVE checks;
        END IF;
        CASE v_name
          WHEN 'key' THEN SET v_key = v_said;
          WHEN 'bucket' THEN SET v_bucket = v_said;
          WHEN 'subType' THEN SET v_sub_type = v_said;
          WHEN 'state' THEN SET v_state = v_said;
          WHEN 'runAt' THEN SET v_run_at = v_said;
          WHEN 'id' THEN SET v_id = v_said;
          WHEN 'uniqueKey' THEN SET v_unique = v_said;
          ELSE SET v_correlation = v_said;
        END CASE;
      ELSEIF v_name IN ('priority', 'uniqueForSeconds', 'payloadVersion') THEN
        IF v_kind <> 'INTEGER' OR NOT v_said REGEXP '^-?[0-9]{1,9}$' THEN
          SET v_wrong = CONCAT('The option ', v_name, ' should be a whole number');
          LEAVE checks;
        END IF;
        CASE v_name
          WHEN 'priority' THEN SET v_priority = v_said;
          WHEN 'payloadVersion' THEN SET v_form = v_said;
          ELSE SET v_seconds = v_said;
        END CASE;
      ELSEIF v_name IN ('uniqueWhileKept', 'held', 'ordered') THEN
        IF v_kind <> 'BOOLEAN' THEN
          SET v_wrong = CONCAT('The option ', v_name, ' should be true or false');
          LEAVE checks;
        END IF;
        IF v_name = 'held' THEN
          SET v_held = v_said = 'true';
        ELSEIF v_name = 'ordered' THEN
          SET v_ordered = v_said = 'true';
        ELSE
          SET v_kept = v_said = 'true';
        END IF;
      ELSEIF v_name <> 'labels' THEN
        SET v_wrong = CONCAT('There is no option ', LEFT(v_name, 60));
        LEAVE checks;
      ELSEIF v_kind <> 'OBJECT' THEN
        SET v_wrong = 'The option labels should be an object';
        LEAVE checks;
      ELSE
        SET v_labels = v_value;
      END IF;
      SET v_place = v_place + 1;
    END WHILE;

    SET v_place = 1;
    WHILE v_place <= 3 DO
      SET v_name = ELT(v_place, 'type', 'sub-type', 'key');
      SET v_said = ELT(v_place, COALESCE(p_type, ''), v_sub_type, NULLIF(v_key, ''));
      SET v_longest = ELT(v_place, 250, 250, 200);
      -- Lengths are counted in Java, which has two characters for what lies beyond the first 65,536.
      SET v_length = LENGTH(CONVERT(v_said USING utf16)) DIV 2;
      IF v_length NOT BETWEEN 1 AND v_longest THEN
        SET v_wrong = CONCAT('A task''s ', v_name, ' has 1-', v_longest, ' characters; this one has ', v_length);
        LEAVE checks;
      ELSEIF v_said REGEXP '[\\x{1}-\\x{1F}\\x{7F}-\\x{9F}]' OR LOCATE(CHAR(0), v_said) > 0 THEN
        SET v_wrong = CONCAT('A task''s ', v_name, ' must not contain control characters; this one has one');
        LEAVE checks;
      ELSEIF v_said REGEXP '^[ \\x{1680}\\x{2000}-\\x{2006}\\x{2008}-\\x{200A}\\x{2028}\\x{2029}\\x{205F}\\x{3000}]|[ \\x{1680}\\x{2000}-\\x{2006}\\x{2008}-\\x{200A}\\x{2028}\\x{2029}\\x{205F}\\x{3000}]$' THEN
        SET v_wrong = CONCAT('A task''s ', v_name, ' neither starts nor ends with a blank; this one does');
        LEAVE checks;
      END IF;
      SET v_place = v_place + 1;
    END WHILE;

    IF NOT COALESCE(v_bucket, 'default') REGEXP '^[A-Za-z0-9._-]{1,60}\\z' THEN
      SET v_wrong = 'A bucket''s name has 1-60 of the characters A-Z a-z 0-9 . _ -';
    ELSEIF LENGTH(CONVERT(v_state USING utf16)) DIV 2 > 60 THEN
      SET v_wrong = 'A state''s name has at most 60 characters';
    ELSEIF LOCATE(CHAR(0), v_state) > 0 THEN
      SET v_wrong = 'A state''s name can''t hold the character NUL';
    ELSEIF LENGTH(p_payload) > 16777216 THEN
      SET v_wrong = CONCAT('A payload may have at most 16777216 bytes; this one has ', LENGTH(p_payload));
    ELSEIF v_priority NOT BETWEEN 0 AND 9 THEN
      SET v_wrong = CONCAT('A priority runs from 0 (most urgent) to 9; ', v_priority, ' doesn''t');
    ELSEIF v_form < 1 THEN
      SET v_wrong = CONCAT('The version of a payload is 1 or more; ', v_form, ' isn''t');
    ELSEIF v_run_at IS NOT NULL AND NOT v_run_at REGEXP '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6})?Z\\z' THEN
      SET v_wrong = 'The option runAt should be an instant such as 2026-01-31T12:00:00Z';
    ELSEIF v_id IS NOT NULL AND NOT v_id REGEXP v_uuid THEN
      SET v_wrong = 'The option id should be a UUID';
    ELSEIF v_correlation IS NOT NULL AND NOT v_correlation REGEXP v_uuid THEN
      SET v_wrong = 'The option correlation should be a UUID';
    ELSEIF v_seconds NOT BETWEEN 0 AND 315360000 THEN
      SET v_wrong = CONCAT('A key can be kept for zero to 3650 days, not ', v_seconds, ' seconds');
    ELSEIF v_unique IS NULL AND (JSON_CONTAINS_PATH(v_options, 'one', '$.uniqueForSeconds', '$.uniqueWhileKept')) THEN
      SET v_wrong = 'The options uniqueForSeconds and uniqueWhileKept want a uniqueKey';
    ELSEIF LENGTH(CONVERT(v_unique USING utf16)) DIV 2 NOT BETWEEN 1 AND 250 THEN
      SET v_wrong = 'A unique key has 1-250 characters';
    ELSEIF LOCATE(CHAR(0), v_unique) > 0 THEN
      SET v_wrong = 'A unique key can''t hold the character NUL';
    ELSEIF v_unique REGEXP '[\\x{9}-\\x{D}\\x{1C}-\\x{20}\\x{1680}\\x{2000}-\\x{2006}\\x{2008}-\\x{200A}\\x{2028}\\x{2029}\\x{205F}\\x{3000}]\\z' THEN
      SET v_wrong = 'A unique key doesn''t end with a blank; this one does';
    ELSEIF v_ordered AND v_held THEN
      SET v_wrong = 'A task can''t be held and ordered from the first: hold it when it is added';
    ELSEIF v_ordered AND COALESCE(v_key, '') = '' THEN
      SET v_wrong = 'A task that is to run in order wants a key: order is kept per key';
    ELSEIF JSON_LENGTH(v_labels) > 8 THEN
      SET v_wrong = 'A task has at most 8 labels';
    END IF;
    IF v_wrong IS NOT NULL THEN
      LEAVE checks;
    END IF;
    SET v_due = CAST(REPLACE(TRIM(TRAILING 'Z' FROM v_run_at), 'T', ' ') AS DATETIME(6));
    IF v_run_at IS NOT NULL AND (v_due IS NULL OR v_due NOT BETWEEN '1970-01-01 00:00:01' AND '9999-01-01 00:00:00') THEN
      SET v_wrong = 'A time must lie between 1970-01-01T00:00:01Z and 9999-01-01T00:00:00Z';
      LEAVE checks;
    END IF;

    SET v_place = 0;
    SET v_names = JSON_KEYS(v_labels);
    WHILE v_place < JSON_LENGTH(v_names) DO
      SET v_name = JSON_UNQUOTE(JSON_EXTRACT(v_names, CONCAT('$[', v_place, ']')));
      SET v_value = JSON_EXTRACT(v_labels, CONCAT('$.', JSON_QUOTE(v_name)));
      /*!80000 SET v_said = JSON_UNQUOTE(v_value); */
      /*M! SET v_said = JSON_VALUE(v_labels, CONCAT('$.', JSON_QUOTE(v_name))); */
      IF NOT v_name REGEXP '^[A-Za-z0-9._-]{1,60}\\z' THEN
        SET v_wrong = 'A label''s name has 1-60 of the characters A-Z a-z 0-9 . _ -';
        LEAVE checks;
      ELSEIF v_value IS NULL THEN
        SET v_wrong = CONCAT('The name of the label ', v_name, ' should be written without escapes');
        LEAVE checks;
      ELSEIF JSON_TYPE(v_value) <> 'STRING' OR LENGTH(CONVERT(v_said USING utf16)) DIV 2 NOT BETWEEN 1 AND 120 THEN
        SET v_wrong = CONCAT('The value of a label has 1-120 characters; that of ''', v_name, ''' doesn''t');
        LEAVE checks;
      ELSEIF v_said REGEXP '[\\x{1}-\\x{1F}\\x{7F}-\\x{9F}]' OR LOCATE(CHAR(0), v_said) > 0 THEN
        SET v_wrong = CONCAT('The value of a label must not contain control characters; that of ''', v_name, ''' does');
        LEAVE checks;
      ELSEIF v_said REGEXP '[ \\x{1680}\\x{2000}-\\x{2006}\\x{2008}-\\x{200A}\\x{2028}\\x{2029}\\x{205F}\\x{3000}]$' THEN
        SET v_wrong = CONCAT('The value of a label doesn''t end with a blank; that of ''', v_name, ''' does');
        LEAVE checks;
      END IF;
      SET v_place = v_place + 1;
    END WHILE;
  END;
  IF v_wrong IS NOT NULL THEN
    SET v_wrong = LEFT(v_wrong, 128);
    SIGNAL SQLSTATE '22023' SET MESSAGE_TEXT = v_wrong;
  END IF;

  -- As Baton makes ids: version 7, which begins with the time.
  SET v_micros = TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6));
  SET v_task = UNHEX(COALESCE(REPLACE(v_id, '-', ''), CONCAT(LPAD(HEX(v_micros DIV 1000), 12, '0'), '7',
    LPAD(HEX(v_micros MOD 1000 * 4096 DIV 1000), 3, '0'), ELT(1 + FLOOR(RAND() * 4), '8', '9', 'A', 'B'),
    LEFT(MD5(CONCAT(UUID(), RAND())), 15))));
  SET v_id = LOWER(v_id);

  SET v_place = 0;
  SET v_mine = TRUE;
  WHILE v_place <= 1 AND v_mine DO
    SET v_said = IF(v_place = 0, v_id, CONCAT(p_type, '\n', v_unique));
    IF v_said IS NOT NULL THEN
      SET v_mine = FALSE;
      SET v_holder = NULL;
      SET v_tries = 0;
      IF v_place = 0 AND SUBSTR(v_id, 15, 1) = '7' AND (EXISTS (SELECT 1 FROM baton_task t WHERE t.id = v_task)
        OR EXISTS (SELECT 1 FROM baton_finished f WHERE f.id = v_task)) THEN
        -- Baton makes ids of version 7, without a row in baton_key.
        SET v_holder = v_task;
      END IF;
      WHILE NOT v_mine AND v_holder IS NULL DO
        IF v_tries = 10 THEN
          SIGNAL SQLSTATE '40001' SET MESSAGE_TEXT = 'The key was taken and freed by others too often: run the transaction again';
        END IF;
        SET v_tries = v_tries + 1;
        BEGIN
          -- A plain insert fails too, but locks in share mode where a key was freed, and two would then wait for each other.
          DECLARE CONTINUE HANDLER FOR 1242 SET v_mine = FALSE;
          SET v_mine = TRUE;
          INSERT INTO baton_key (kind, type, text, task_id, hold_micros, while_kept, expires_at)
          VALUES (v_place, IF(v_place = 0, '', p_type), v_said, v_task, IF(v_place = 0, 0, v_seconds * 1000000), IF(v_place = 0, TRUE, v_kept), NULL)
          ON DUPLICATE KEY UPDATE hold_micros = (SELECT 1 UNION SELECT 2);
        END;
        IF NOT v_mine THEN
          BEGIN
            DECLARE CONTINUE HANDLER FOR NOT FOUND SET v_holder = NULL;
            SET v_expired = 0;
            -- Sees what was committed after the caller's snapshot, too.
            SELECT k.task_id, CASE WHEN k.expires_at <= v_now THEN 1 ELSE 0 END INTO v_holder, v_expired FROM baton_key k
            WHERE k.kind = v_place AND k.type = IF(v_place = 0, '', p_type) AND k.text = v_said LOCK IN SHARE MODE;
          END;
          IF v_holder IS NOT NULL AND v_expired = 1 THEN
            -- An expired key changes hands; one that was prolonged or taken meanwhile doesn't.
            UPDATE baton_key k SET k.task_id = v_task, k.hold_micros = IF(v_place = 0, 0, v_seconds * 1000000),
              k.while_kept = IF(v_place = 0, TRUE, v_kept), k.expires_at = NULL
            WHERE k.kind = v_place AND k.type = IF(v_place = 0, '', p_type) AND k.text = v_said AND k.expires_at <= v_now;
            SET v_mine = ROW_COUNT() = 1;
            SET v_holder = NULL;
            IF v_mine AND v_place = 0 THEN
              DELETE FROM baton_finished WHERE id = v_task;
              DELETE k FROM baton_finished_key k FORCE INDEX (PRIMARY) WHERE k.task_id = v_task;
              DELETE a FROM baton_attempt a FORCE INDEX (baton_attempt_task) WHERE a.task_id = v_task;
            END IF;
          END IF;
        END IF;
      END WHILE;
      IF v_place = 0 AND NOT v_mine THEN
        SET v_name = COALESCE((SELECT t.type FROM baton_task t WHERE t.id = v_task), (SELECT f.type FROM baton_finished f WHERE f.id = v_task), p_type);
        IF v_name <> p_type THEN
          SET v_wrong = CONCAT('The id is that of a task of type ', LEFT(v_name, 35), ': a task of type ', LEFT(p_type, 35), ' can''t have it');
          SIGNAL SQLSTATE '22023' SET MESSAGE_TEXT = v_wrong;
        END IF;
      END IF;
    END IF;
    SET v_place = v_place + 1;
  END WHILE;

  IF v_mine AND v_ordered THEN
    IF EXISTS (SELECT 1 FROM baton_waiter v WHERE v.task_id = v_task AND v.standing = 3) THEN
      DELETE FROM baton_key WHERE kind = 0 AND type = '' AND text = v_id;
      DELETE FROM baton_key WHERE kind = 1 AND type = p_type AND text = CONCAT(p_type, '\n', v_unique);
      SIGNAL SQLSTATE '22023' SET MESSAGE_TEXT = 'The id can''t be used again yet: a task that had it ended before its turn in its order';
    END IF;
    -- Those who add to the order wait here for each other until they commit.
    INSERT INTO baton_order (name, last_id) VALUES (CONCAT(p_type, '\n', v_key), v_task)
    ON DUPLICATE KEY UPDATE before_id = last_id, last_id = VALUES(last_id);
    SET v_last = (SELECT o.before_id FROM baton_order o WHERE o.name = CONCAT(p_type, '\n', v_key));
    BEGIN
      DECLARE CONTINUE HANDLER FOR NOT FOUND SET v_before = NULL;
      -- Its end comes before this, and is seen, or after, and sees who waits. Locked only where it isn't known to have ended.
      IF NOT EXISTS (SELECT 1 FROM baton_finished f WHERE f.id = v_last) THEN
        SELECT t.id INTO v_before FROM baton_task t WHERE t.id = v_last FOR UPDATE;
      END IF;
      IF v_before IS NULL THEN
        -- One that ended before its turn is still in the way.
        SELECT v.task_id INTO v_before FROM baton_waiter v WHERE v.task_id = v_last AND v.standing = 3 FOR UPDATE;
      ELSE
        UPDATE baton_task SET awaited = TRUE WHERE id = v_before;
      END IF;
    END;
  END IF;

  IF v_mine THEN
    INSERT INTO baton_task (id, correlation_id, version, created_at, run_at, next_event_at, attempts, losses, loss_limit,
      status, priority, last_outcome, keyed, bucket, type, flow_key, state, sub_type, traits, payload)
    VALUES (v_task, UNHEX(REPLACE(v_correlation, '-', '')), 1, v_now, IF(v_held OR v_before IS NOT NULL, v_due, COALESCE(v_due, v_now)),
      IF(v_held OR v_before IS NOT NULL, NULL, COALESCE(v_due, v_now + INTERVAL 60 SECOND)), 0, 0, 0,
      CASE WHEN v_held OR v_before IS NOT NULL THEN 0 WHEN v_due IS NOT NULL THEN 1 ELSE 2 END, v_priority, 0, v_id IS NOT NULL OR v_unique IS NOT NULL,
      COALESCE(v_bucket, 'default'), p_type, COALESCE(v_key, ''), COALESCE(v_state, ''), v_sub_type,
      NULLIF(CONCAT_WS('&', IF(v_ordered, 'order=1', NULL), IF(v_form > 1, CONCAT('payload=v', v_form), NULL)), ''), p_payload);
    IF v_before IS NOT NULL THEN
      -- An id of the writer's own may have had waits before.
      DELETE w FROM baton_wait w FORCE INDEX (baton_wait_waiter) WHERE w.waiter_id = v_task;
      DELETE FROM baton_waiter WHERE task_id = v_task AND standing <> 3;
      INSERT INTO baton_waiter (task_id, remaining, awaits_turn, run_at, hint_micros, keep_micros)
      VALUES (v_task, 1, TRUE, v_due, 60000000, 2592000000000);
      INSERT INTO baton_wait (on_id, waiter_id, must_done, is_turn) VALUES (v_before, v_task, FALSE, TRUE);
    END IF;
    SET v_place = 0;
    WHILE v_place < COALESCE(JSON_LENGTH(v_labels), 0) DO
      SET v_name = JSON_UNQUOTE(JSON_EXTRACT(v_names, CONCAT('$[', v_place, ']')));
      /*!80000 SET v_said = JSON_UNQUOTE(JSON_EXTRACT(v_labels, CONCAT('$.', JSON_QUOTE(v_name)))); */
      /*M! SET v_said = JSON_VALUE(v_labels, CONCAT('$.', JSON_QUOTE(v_name))); */
      INSERT INTO baton_label (task_id, added_at, name, text) VALUES (v_task, v_now, v_name, v_said);
      SET v_place = v_place + 1;
    END WHILE;
  ELSEIF v_id IS NOT NULL AND v_place = 2 THEN
    -- Nothing of a task that is refused may stay.
    DELETE FROM baton_key WHERE kind = 0 AND type = '' AND text = v_id;
  END IF;
  SELECT LOWER(INSERT(INSERT(INSERT(INSERT(HEX(COALESCE(v_holder, v_task)), 9, 0, '-'), 14, 0, '-'), 19, 0, '-'), 24, 0, '-')) AS task_id,
    v_mine AS added;
END
