-- All that the source knows of the minute: again is as good as once.
INSERT INTO baton_statistic (
  minute_no, bucket, type, source, added, started, done, failed, errors, retried, lost, w01, w02, w03, w04,
  w05, w06, w07, w08, w09, w10, w11, w12, w13, w14, w15, w16, w17, w18, w19, r01, r02, r03, r04, r05, r06,
  r07, r08, r09, r10, r11, r12, r13, r14, r15, r16, r17, r18, r19)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (minute_no, bucket, type, source) DO UPDATE SET
  added = excluded.added, started = excluded.started, done = excluded.done, failed = excluded.failed,
  errors = excluded.errors, retried = excluded.retried, lost = excluded.lost, w01 = excluded.w01,
  w02 = excluded.w02, w03 = excluded.w03, w04 = excluded.w04, w05 = excluded.w05, w06 = excluded.w06,
  w07 = excluded.w07, w08 = excluded.w08, w09 = excluded.w09, w10 = excluded.w10, w11 = excluded.w11,
  w12 = excluded.w12, w13 = excluded.w13, w14 = excluded.w14, w15 = excluded.w15, w16 = excluded.w16,
  w17 = excluded.w17, w18 = excluded.w18, w19 = excluded.w19, r01 = excluded.r01, r02 = excluded.r02,
  r03 = excluded.r03, r04 = excluded.r04, r05 = excluded.r05, r06 = excluded.r06, r07 = excluded.r07,
  r08 = excluded.r08, r09 = excluded.r09, r10 = excluded.r10, r11 = excluded.r11, r12 = excluded.r12,
  r13 = excluded.r13, r14 = excluded.r14, r15 = excluded.r15, r16 = excluded.r16, r17 = excluded.r17,
  r18 = excluded.r18, r19 = excluded.r19
