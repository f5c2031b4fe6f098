package dev.baton.benchmarks;

/** A feature that a library may or may not have. A library is not measured without the feature. */
public enum Ability {
  /** Adding many tasks in one go. */
  BULK,
  /** Running several processes on one database. */
  PROCESSES,
  /**
   * Running at most {@link Site#slowAtATime} jobs of {@link Job.Kind#SLOW} at a time in each
   * process.
   */
  LIMIT,
  /** Starting a job no earlier than at a given time. */
  DELAY,
  /** Running a job again after its handler threw an exception. */
  RETRY,
  /** Limits for each of many keys. */
  KEYS,
  /** Keeping finished tasks for people to read. */
  KEEP,
  /** Committing a job's own writes in one transaction with its end. */
  TRANSACTIONS,
  /** Refusing a second add with the same id or key from the caller. */
  NAMES,
  /** Finding another process's jobs by polls alone, like hand-written code. */
  POLLS,
  /** Running workflows with steps and waits. */
  WORKFLOWS,
  /** Working on MariaDB. */
  MARIADB
}
