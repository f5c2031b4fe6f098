-- After the lock too: a rate accounted for at an earlier time would be too fast.
SELECT {now}
