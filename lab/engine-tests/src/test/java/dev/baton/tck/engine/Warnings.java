package dev.baton.tck.engine;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Collects the engine's warnings while this is open. */
final class Warnings implements AutoCloseable {
  private final Logger logger = (Logger) LoggerFactory.getLogger("dev.baton");
  private final List<String> messages = new CopyOnWriteArrayList<>();
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
            messages.add(event.getFormattedMessage());
          }
        }
      };

  Warnings() {
    appender.start();
    logger.addAppender(appender);
  }

  /** Returns the warnings and errors that name this task. */
  List<String> of(UUID task) {
    return messages.stream().filter(text -> text.contains(task.toString())).toList();
  }

  /** Returns the warnings and errors that contain these words. */
  List<String> with(String words) {
    return messages.stream().filter(text -> text.contains(words)).toList();
  }

  @Override
  public void close() {
    logger.detachAppender(appender);
  }
}
