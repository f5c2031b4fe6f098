package dev.baton.cli.client;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A change to a task.
 *
 * @param verb as the REST interface calls it, such as {@code fail}
 * @param version the version that the user saw; null in a bulk change, which changes each task in
 *     the version that it finds
 * @param text another payload, as a text
 * @param base64 another payload, as bytes
 * @param step the number or the name of the step from which a workflow runs again
 */
public record Change(
    String verb,
    @Nullable Long version,
    @Nullable Duration delay,
    @Nullable Instant runAt,
    @Nullable Integer priority,
    @Nullable String text,
    @Nullable String base64,
    @Nullable String step,
    @Nullable String reason) {

  public static Change of(String verb) {
    return new Change(verb, null, null, null, null, null, null, null, null);
  }

  public Change version(long seen) {
    return new Change(verb, seen, delay, runAt, priority, text, base64, step, reason);
  }

  public Change delay(@Nullable Duration wait) {
    return new Change(verb, version, wait, runAt, priority, text, base64, step, reason);
  }

  public Change runAt(@Nullable Instant time) {
    return new Change(verb, version, delay, time, priority, text, base64, step, reason);
  }

  public Change priority(int number) {
    return new Change(verb, version, delay, runAt, number, text, base64, step, reason);
  }

  public Change text(String payload) {
    return new Change(verb, version, delay, runAt, priority, payload, base64, step, reason);
  }

  public Change base64(String payload) {
    return new Change(verb, version, delay, runAt, priority, text, payload, step, reason);
  }

  /** Returns the change with the step from which a workflow runs again; null for none. */
  public Change step(@Nullable String from) {
    return new Change(verb, version, delay, runAt, priority, text, base64, from, reason);
  }

  public Change reason(@Nullable String why) {
    return new Change(verb, version, delay, runAt, priority, text, base64, step, why);
  }
}
