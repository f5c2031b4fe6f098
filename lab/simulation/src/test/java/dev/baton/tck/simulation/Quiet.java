package dev.baton.tck.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** Keeps the engine's log silent during a test, which simulates thousands of failures. */
final class Quiet implements BeforeEachCallback, AfterEachCallback {
  private static final Logger LOGGER = (Logger) LoggerFactory.getLogger("dev.baton");
  private static final Object LOCK = new Object();
  private static @Nullable Level before;
  private static int wanted;

  @Override
  public void beforeEach(ExtensionContext test) {
    synchronized (LOCK) {
      if (wanted++ == 0) {
        before = LOGGER.getLevel();
        LOGGER.setLevel(Level.OFF);
      }
    }
  }

  @Override
  public void afterEach(ExtensionContext test) {
    synchronized (LOCK) {
      if (--wanted == 0) {
        LOGGER.setLevel(before);
      }
    }
  }
}
