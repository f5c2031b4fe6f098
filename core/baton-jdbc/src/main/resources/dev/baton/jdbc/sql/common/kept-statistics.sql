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
