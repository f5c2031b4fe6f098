package dev.baton.testkit.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Keeps the engine's log out of thousands of simulated catastrophes. */
final class Quiet {
  private static final Logger LOGGER = (Logger) LoggerFactory.getLogger("dev.baton");
  private static final Object LOCK = new Object();
  private static @Nullable Level before;
  private static int wanted;

  void begin() {
    synchronized (LOCK) {
      if (wanted++ == 0) {
        before = LOGGER.getLevel();
        LOGGER.setLevel(Level.OFF);
      }
    }
  }

  void end() {
    synchronized (LOCK) {
      if (--wanted == 0) {
        LOGGER.setLevel(before);
      }
    }
  }
}
