package dev.baton.spi;

import dev.baton.api.error.ConfigurationException;

/**
 * Optional capabilities of a store, in addition to the {@linkplain dev.baton.spi.core.CoreStore
 * core}. {@link Stores} has a method for each of them.
 */
public enum Capability {
  /** Adds and completes tasks in a transaction of a caller or a handler. */
  TRANSACTIONS("transactional", "transactions"),
  /** Claims tasks within limits that apply to the whole cluster. */
  LIMITS("limits", "limits of the cluster"),
  /** Runs finished tasks again. */
  RUN_AGAIN("runAgain", "run again"),
  /** Lets tasks wait for other tasks. */
  WAITS("waits", "waits"),
  /** Stores schedules. */
  SCHEDULES("schedules", "schedules"),
  /** Searches tasks, also by labels, and stores their histories and an audit. */
  OPERATIONS("operations", "operations"),
  /** Changes tasks by signals. */
  SIGNALS("signals", "signals"),
  /** Merges, replaces or runs again a task that is added a second time. */
  RESUBMISSIONS("resubmissions", "resubmissions"),
  /** Stores steps and progress of attempts. */
  NOTES("notes", "notes"),
  /** Counts live tasks and stores statistics of past work. */
  STATISTICS("statistics", "statistics"),
  /** Stores limits, rates and retries that operators change at run time. */
  OVERRIDES("overrides", "overrides"),
  /** Stores incidents and the notices that were sent about them. */
  INCIDENTS("incidents", "incidents");

  private final String method;
  private final String words;

  Capability(String method, String words) {
    this.method = method;
    this.words = words;
  }

  /**
   * Returns the exception for a call or setting that needs this capability.
   *
   * @param what the definition, schedule, setting or call that needs the capability
   * @param instead the start of a sentence on what to do without the capability
   */
  public ConfigurationException missing(String what, String instead) {
    return new ConfigurationException(
        what
            + " can't be used: this node's store doesn't have the capability "
            + words
            + ". "
            + instead
            + ", or use a store that has it: JdbcStore.of(dataSource), or a store that you set with"
            + " Stores."
            + method
            + "(...)");
  }
}
