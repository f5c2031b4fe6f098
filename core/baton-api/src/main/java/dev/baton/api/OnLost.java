package dev.baton.api;

/**
 * What happens to a task whose node died while its handler ran. A handler that throws is no loss:
 * its {@link TaskDefinition#retry retry policy} decides.
 */
public enum OnLost {
  /** Another node runs it again: its effects happen at least once. */
  RESUME,
  /** It stops in ERROR until a person decides: its effects happen at most once. */
  ERROR,
  /**
   * Another node takes it and asks the definition's {@link TaskDefinition#reconcile reconciler}
   * whether its effect happened, before the handler may run again: as often as the answers are
   * true, its effects happen exactly once.
   */
  ASK
}
