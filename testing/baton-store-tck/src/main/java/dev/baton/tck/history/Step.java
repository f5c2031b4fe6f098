package dev.baton.tck.history;

/**
 * One operation, all chance in it already drawn.
 *
 * @param name for people
 * @param action what is done; its answer speaks of nothing that may differ between stores
 */
record Step(String name, Action action) {

  /** Does it on one side. */
  @FunctionalInterface
  interface Action {
    String on(Side side) throws Exception;
  }
}
