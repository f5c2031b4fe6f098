package dev.baton.management.rest.request;

import dev.baton.Baton;
import dev.baton.management.access.Redaction;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The objects that all routes use.
 *
 * @param prefix the path that the interface is mounted at, without the host's context path
 * @param version the version of Baton
 * @param nanoTime clock for the time limit of bulk changes
 * @param panels the parts of views that are being read
 */
public record ApiContext(
    Baton baton,
    Redaction redaction,
    String prefix,
    String version,
    LongSupplier nanoTime,
    Panels panels) {

  /** Returns the path of a task. */
  public String task(UUID id) {
    return prefix + "/api/tasks/" + id;
  }

  /** Returns the redacted text; null for null. */
  public @Nullable String redacted(@Nullable String text) {
    return text == null ? null : redaction.apply(text);
  }
}
