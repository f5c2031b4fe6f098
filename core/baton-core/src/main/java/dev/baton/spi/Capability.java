package dev.baton.spi;

import dev.baton.api.error.ConfigurationException;

/**
 * What a store may be able to do besides the {@linkplain dev.baton.spi.core.CoreStore core}. {@link
 * Stores} names those that it has.
 */
public enum Capability {
  /** Adds and ends of tasks in a transaction of the caller's or of a handler. */
  TRANSACTIONS("transactional", "transactions"),
  /** Limits that hold for the whole cluster. */
  LIMITS("limits", "limits of the cluster"),
  /** Finished tasks become live again. */
  RUN_AGAIN("runAgain", "run again"),
  /** Tasks that wait for others. */
  WAITS("waits", "waits"),
  /** Schedules. */
  SCHEDULES("schedules", "schedules"),
  /** Lists of tasks, by labels too, histories and an audit. */
  OPERATIONS("operations", "operations"),
  /** Signals. */
  SIGNALS("signals", "signals"),
  /** What becomes of a task that is added again. */
  RESUBMISSIONS("resubmissions", "resubmissions"),
  /** Steps and progress of attempts. */
  NOTES("notes", "notes"),
  /** Counts of tasks, and of what was done. */
  STATISTICS("statistics", "statistics"),
  /** Numbers that operators set at run time. */
  OVERRIDES("overrides", "overrides"),
  /** What people were told of trouble. */
  INCIDENTS("incidents", "incidents");

  private final String method;
  private final String words;

  Capability(String method, String words) {
    this.method = method;
    this.words = words;
  }

  /**
   * Says that something can't be done without it.
   *
   * @param what the definition, schedule, setting or call that needs it
   * @param instead a sentence on what to do without it
   */
  public ConfigurationException missing(String what, String instead) {
    return new ConfigurationException(
        what
            + " can't be used: this node's store lacks the capability "
            + words
            + ". "
            + instead
            + ", or use a store that has it: JdbcStore.of(dataSource), or one that is given with"
            + " Stores."
            + method
            + "(...)");
  }
}
