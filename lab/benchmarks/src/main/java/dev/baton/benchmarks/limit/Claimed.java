package dev.baton.benchmarks.limit;

import dev.baton.benchmarks.Job;

/** A claimed job, or a job added by this process that may be claimed without a scan. */
record Claimed(long id, Job.Kind kind, long number) {}
