package dev.baton.tck.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import dev.baton.spi.NodeRuntime;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/** Makes loggers throw on the threads of nodes whose worlds have this fault. */
final class LogSeam extends TurboFilter {
  private static final ThreadLocal<@Nullable Runnable> MISHAPS = new ThreadLocal<>();

  static {
    LoggerContext loggers = (LoggerContext) LoggerFactory.getILoggerFactory();
    LogSeam seam = new LogSeam();
    seam.start();
    loggers.addTurboFilter(seam);
  }

  private LogSeam() {}

  @Override
  public FilterReply decide(
      @Nullable Marker marker,
      Logger logger,
      Level level,
      @Nullable String format,
      Object @Nullable [] params,
      @Nullable Throwable thrown) {
    Runnable mishaps = MISHAPS.get();
    if (mishaps != null && level.isGreaterOrEqual(Level.INFO)) {
      mishaps.run();
    }
    return FilterReply.NEUTRAL;
  }

  /** Returns whether this thread belongs to the engine of such a node. */
  static boolean isEngine() {
    return MISHAPS.get() != null;
  }

  /** Returns a runtime whose threads run these mishaps before they log. */
  static NodeRuntime with(NodeRuntime real, Runnable mishaps) {
    return new RuntimeWrapper(real) {
      @Override
      public Worker start(String name, Runnable body) {
        return super.start(name, () -> run(body, mishaps));
      }

      @Override
      public Worker startAttempt(String name, Runnable body) {
        return super.startAttempt(name, () -> run(body, mishaps));
      }
    };
  }

  private static void run(Runnable body, Runnable mishaps) {
    MISHAPS.set(mishaps);
    try {
      body.run();
    } finally {
      MISHAPS.remove();
    }
  }
}
