package dev.baton.testkit.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Keeps the engine's log out of thousands of simulated catastrophes. */
final class Quiet {
  private final Logger logger = (Logger) LoggerFactory.getLogger("dev.baton");
  private @Nullable Level before;

  void begin() {
    before = logger.getLevel();
    logger.setLevel(Level.OFF);
  }

  void end() {
    logger.setLevel(before);
  }
}
