package dev.baton.benchmarks.limit;

import dev.baton.benchmarks.Job;

/** A job in hand, or one that was just added here and may be claimed without looking for it. */
record Claimed(long id, Job.Kind kind, long number) {}
