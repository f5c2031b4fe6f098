DELETE FROM baton_statistic WHERE (minute_no, bucket, type, source) IN (
  SELECT f.minute_no, f.bucket, f.type, f.source FROM baton_statistic f WHERE f.minute_no < ? ORDER BY f.minute_no LIMIT ?)
