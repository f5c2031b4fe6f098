package dev.baton.jdbc.notify;

import dev.baton.task.internal.Texts;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a channel.
 *
 * @param store the data source of the task store; notifications are sent through it
 * @param listening a separate data source for listening; null to use the store's settings
 * @param window how long hints are collected while there are many
 */
record Settings(DataSource store, @Nullable DataSource listening, Duration window) {
  static final Duration SHORTEST_WINDOW = Duration.ofMillis(10);
  static final Duration LONGEST_WINDOW = Duration.ofMillis(50);

  Settings {
    if (window.compareTo(SHORTEST_WINDOW) < 0 || window.compareTo(LONGEST_WINDOW) > 0) {
      throw new IllegalArgumentException(
          "window must be between "
              + Texts.duration(SHORTEST_WINDOW)
              + " and "
              + Texts.duration(LONGEST_WINDOW)
              + ", not "
              + Texts.duration(window));
    }
  }
}
