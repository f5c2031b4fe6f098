package dev.baton.tck.history;

/**
 * One operation with all its random choices already made.
 *
 * @param name a description for people
 * @param action runs the operation; its result contains nothing that may differ between stores
 */
record Step(String name, Action action) {

  /** Runs the operation on one side. */
  @FunctionalInterface
  interface Action {
    String on(Side side) throws Exception;
  }
}
