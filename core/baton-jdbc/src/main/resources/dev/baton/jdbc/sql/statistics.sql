-- name: count-statistics
-- Number of rows to sum, counted up to a maximum, in the primary key alone.
SELECT COUNT(*) FROM (SELECT 1 FROM {table} f WHERE {filter} LIMIT ?) few

-- name: kept-statistics
SELECT f.bucket, f.type, f.minute_no - MOD(f.minute_no - {first}, {step}),
  SUM(f.added), SUM(f.started), SUM(f.done), SUM(f.failed), SUM(f.errors), SUM(f.retried), SUM(f.lost),
  SUM(f.w01), SUM(f.w02), SUM(f.w03), SUM(f.w04), SUM(f.w05), SUM(f.w06), SUM(f.w07), SUM(f.w08), SUM(f.w09),
  SUM(f.w10), SUM(f.w11), SUM(f.w12), SUM(f.w13), SUM(f.w14), SUM(f.w15), SUM(f.w16), SUM(f.w17), SUM(f.w18),
  SUM(f.w19), SUM(f.r01), SUM(f.r02), SUM(f.r03), SUM(f.r04), SUM(f.r05), SUM(f.r06), SUM(f.r07), SUM(f.r08),
  SUM(f.r09), SUM(f.r10), SUM(f.r11), SUM(f.r12), SUM(f.r13), SUM(f.r14), SUM(f.r15), SUM(f.r16), SUM(f.r17),
  SUM(f.r18), SUM(f.r19)
FROM {table} f WHERE {filter}
GROUP BY f.bucket, f.type, f.minute_no - MOD(f.minute_no - {first}, {step})
LIMIT ?

-- name: next-statistic
SELECT MIN(minute_no) FROM baton_statistic WHERE minute_no >= ?

-- name: add-up-hour
-- Sums what all nodes have written for an hour.
INSERT INTO baton_statistic_hour (
  minute_no, bucket, type, added, started, done, failed, errors, retried, lost, w01, w02, w03, w04, w05, w06,
  w07, w08, w09, w10, w11, w12, w13, w14, w15, w16, w17, w18, w19, r01, r02, r03, r04, r05, r06, r07, r08, r09,
  r10, r11, r12, r13, r14, r15, r16, r17, r18, r19)
SELECT f.minute_no - MOD(f.minute_no, 60), f.bucket, f.type,
  SUM(f.added), SUM(f.started), SUM(f.done), SUM(f.failed), SUM(f.errors), SUM(f.retried), SUM(f.lost),
  SUM(f.w01), SUM(f.w02), SUM(f.w03), SUM(f.w04), SUM(f.w05), SUM(f.w06), SUM(f.w07), SUM(f.w08), SUM(f.w09),
  SUM(f.w10), SUM(f.w11), SUM(f.w12), SUM(f.w13), SUM(f.w14), SUM(f.w15), SUM(f.w16), SUM(f.w17), SUM(f.w18),
  SUM(f.w19), SUM(f.r01), SUM(f.r02), SUM(f.r03), SUM(f.r04), SUM(f.r05), SUM(f.r06), SUM(f.r07), SUM(f.r08),
  SUM(f.r09), SUM(f.r10), SUM(f.r11), SUM(f.r12), SUM(f.r13), SUM(f.r14), SUM(f.r15), SUM(f.r16), SUM(f.r17),
  SUM(f.r18), SUM(f.r19)
FROM baton_statistic f WHERE f.minute_no >= ? AND f.minute_no < ?
GROUP BY f.minute_no - MOD(f.minute_no, 60), f.bucket, f.type

-- name: first-hour
SELECT MIN(minute_no) FROM baton_statistic_hour

-- name: last-hour
SELECT MAX(minute_no) FROM baton_statistic_hour

-- name: remove-hour
DELETE FROM baton_statistic_hour WHERE minute_no = ?
