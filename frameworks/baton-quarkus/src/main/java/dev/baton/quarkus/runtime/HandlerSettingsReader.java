package dev.baton.quarkus.runtime;

import dev.baton.host.HandlerSettings;
import dev.baton.quarkus.TaskHandler;
import io.quarkus.runtime.configuration.DurationConverter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reads the settings of {@link TaskHandler}. */
record HandlerSettingsReader(TaskHandler said) implements HandlerSettings {

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
    return ConfigTexts.resolved(said.bucket());
  }

  private static @Nullable Duration duration(String text) {
    return text.isEmpty() ? null : DurationConverter.parseDuration(ConfigTexts.resolved(text));
  }
}
