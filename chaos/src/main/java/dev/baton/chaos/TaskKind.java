package dev.baton.chaos;

/** What is promised of a task. */
enum TaskKind {
  /** Effects in the handler's transaction: exactly once. */
  EXACT,
  /** The same, in flows by key with a limit for each. */
  KEYED,
  /** Effects outside, resumed when lost: at least once. */
  LEAST,
  /** Effects outside, not resumed: at most once. */
  MOST,
  /** Small and exactly once; tells how quick the service is. */
  PROBE;

  boolean isExactlyOnce() {
    return this == EXACT || this == KEYED || this == PROBE;
  }
}
