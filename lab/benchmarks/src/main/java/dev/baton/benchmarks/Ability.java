package dev.baton.benchmarks;

/** Something that a library can or can't do, so that it isn't measured at what it doesn't offer. */
public enum Ability {
  /** Adding many tasks in one go. */
  BULK,
  /** Several processes that work on one database. */
  PROCESSES,
  /** Running at most so many jobs of {@link Job.Kind#SLOW} at a time, in each process. */
  LIMIT,
  /** Starting a job no earlier than at a given time. */
  DELAY,
  /** Running a job again whose handler threw. */
  RETRY,
  /** Limits for each of many keys. */
  KEYS,
  /** Keeping finished tasks for people to look at. */
  KEEP,
  /** A job's own writes in one transaction with its end. */
  TRANSACTIONS,
  /** Refusing a second add under an id, or a key, that the caller gives. */
  NAMES,
  /** Finding another process's jobs by polls alone, as one would by hand. */
  POLLS,
  /** Working on MariaDB. */
  MARIADB
}
