package dev.baton.kafka;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Records the log lines of this JVM's channels, or of other loggers, until it is closed. */
public final class LogLines extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger logger;

  LogLines() {
    this(KafkaTriggers.class);
  }

  public LogLines(Class<?> speaker) {
    logger = (Logger) LoggerFactory.getLogger(speaker);
    logger.setLevel(Level.INFO);
    start();
    logger.addAppender(this);
  }

  @Override
  protected void append(ILoggingEvent event) {
    lines.add(event.getFormattedMessage());
  }

  public List<String> with(String part) {
    return lines.stream().filter(line -> line.contains(part)).toList();
  }

  public void await(String part) {
    Waiting.until("the log says: " + part + "; it says " + lines, () -> !with(part).isEmpty());
  }

  @Override
  public void close() {
    logger.detachAppender(this);
    stop();
    logger.setLevel(null);
  }
}
