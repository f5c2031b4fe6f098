package dev.baton.spring;

import dev.baton.host.HandlerSettings;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.format.annotation.DurationFormat;
import org.springframework.format.datetime.standard.DurationFormatterUtils;

/**
 * Reads the settings of {@link TaskHandler}.
 *
 * @param resolve replaces <code>${...}</code> by values
 */
record HandlerSettingsReader(TaskHandler said, UnaryOperator<String> resolve)
    implements HandlerSettings {

  @Override
  public int chunk() {
    return said.chunk();
  }

  @Override
  public @Nullable Duration linger() {
    return duration(said.linger());
  }

  @Override
  public boolean transactional() {
    return said.transactional();
  }

  @Override
  public int concurrency() {
    return said.concurrency();
  }

  @Override
  public boolean fair() {
    return said.fair();
  }

  @Override
  public int attempts() {
    return said.attempts();
  }

  @Override
  public boolean failWhenExhausted() {
    return said.failWhenExhausted();
  }

  @Override
  public @Nullable Duration deadline() {
    return duration(said.deadline());
  }

  @Override
  public @Nullable Duration keepDone() {
    return duration(said.keepDone());
  }

  @Override
  public boolean stopWhenLost() {
    return said.stopWhenLost();
  }

  @Override
  public String bucket() {
    return resolve.apply(said.bucket());
  }

  private @Nullable Duration duration(String text) {
    return text.isEmpty()
        ? null
        : DurationFormatterUtils.detectAndParse(resolve.apply(text), DurationFormat.Unit.SECONDS);
  }
}
