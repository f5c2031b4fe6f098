package dev.baton.tck.engine;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;

/** Makes each warning and error that the engine logs throw an error, while this is open. */
final class BrokenLog implements AutoCloseable {
  private final Logger logger = (Logger) LoggerFactory.getLogger("dev.baton");
  private final AtomicInteger thrown = new AtomicInteger();
  private final AppenderBase<ILoggingEvent> appender;

  BrokenLog(Supplier<Error> error) {
    appender =
        new AppenderBase<>() {
          @Override
          protected void append(ILoggingEvent event) {
            if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
              thrown.incrementAndGet();
              throw error.get();
            }
          }
        };
    appender.start();
    logger.addAppender(appender);
  }

  /** Returns how many lines could not be logged. */
  int thrown() {
    return thrown.get();
  }

  @Override
  public void close() {
    logger.detachAppender(appender);
  }
}
