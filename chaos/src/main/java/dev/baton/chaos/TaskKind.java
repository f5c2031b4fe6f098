package dev.baton.chaos;

/** What is promised of a task. */
enum TaskKind {
  /** Effects in the handler's transaction: exactly once. */
  EXACT,
  /** The same, in flows by key with a limit for each. */
  KEYED,
  /** A state machine of three steps, each with its effect in the step's transaction. */
  STEPS,
  /** Waits for another task: exactly once, and not before that one is done. */
  AFTER,
  /** Effects outside, resumed when lost: at least once. */
  LEAST,
  /** Effects outside, not resumed: at most once. */
  MOST,
  /** Small and exactly once; tells how quick the service is. */
  PROBE;

  boolean isExactlyOnce() {
    return this != LEAST && this != MOST;
  }

  /** How many effects a task has, one for each step. */
  int steps() {
    return this == STEPS ? 3 : 1;
  }
}
