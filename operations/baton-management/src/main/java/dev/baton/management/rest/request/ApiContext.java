package dev.baton.management.rest.request;

import dev.baton.Baton;
import dev.baton.management.access.Redaction;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What all routes work on.
 *
 * @param prefix what the interface is mounted at, without the host's context path
 * @param version of Baton
 * @param nanoTime by which a bulk ends
 */
public record ApiContext(
    Baton baton, Redaction redaction, String prefix, String version, LongSupplier nanoTime) {

  /** The path of a task. */
  public String task(UUID id) {
    return prefix + "/api/tasks/" + id;
  }

  /** The text without what the redaction leaves out; null for null. */
  public @Nullable String redacted(@Nullable String text) {
    return text == null ? null : redaction.apply(text);
  }
}
