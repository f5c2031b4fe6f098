-- All that the source knows of the minute: again is as good as once.
INSERT INTO baton_statistic (
  minute_no, bucket, type, source, added, started, done, failed, errors, retried, lost, w01, w02, w03, w04,
  w05, w06, w07, w08, w09, w10, w11, w12, w13, w14, w15, w16, w17, w18, w19, r01, r02, r03, r04, r05, r06,
  r07, r08, r09, r10, r11, r12, r13, r14, r15, r16, r17, r18, r19)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON DUPLICATE KEY UPDATE
  added = VALUES(added), started = VALUES(started), done = VALUES(done), failed = VALUES(failed),
  errors = VALUES(errors), retried = VALUES(retried), lost = VALUES(lost), w01 = VALUES(w01),
  w02 = VALUES(w02), w03 = VALUES(w03), w04 = VALUES(w04), w05 = VALUES(w05), w06 = VALUES(w06),
  w07 = VALUES(w07), w08 = VALUES(w08), w09 = VALUES(w09), w10 = VALUES(w10), w11 = VALUES(w11),
  w12 = VALUES(w12), w13 = VALUES(w13), w14 = VALUES(w14), w15 = VALUES(w15), w16 = VALUES(w16),
  w17 = VALUES(w17), w18 = VALUES(w18), w19 = VALUES(w19), r01 = VALUES(r01), r02 = VALUES(r02),
  r03 = VALUES(r03), r04 = VALUES(r04), r05 = VALUES(r05), r06 = VALUES(r06), r07 = VALUES(r07),
  r08 = VALUES(r08), r09 = VALUES(r09), r10 = VALUES(r10), r11 = VALUES(r11), r12 = VALUES(r12),
  r13 = VALUES(r13), r14 = VALUES(r14), r15 = VALUES(r15), r16 = VALUES(r16), r17 = VALUES(r17),
  r18 = VALUES(r18), r19 = VALUES(r19)
