package dev.baton.operate.incident;

import dev.baton.handler.TypeMetadata;
import java.net.URI;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One message to an alerting service: the state of an incident at a moment. It contains types and
 * numbers, but no payloads or error texts, which may be confidential.
 *
 * @param incident id of the incident; it stays the same if the trouble returns soon after the
 *     incident was resolved
 * @param number number of the notice within the incident, from 1; a sink may miss some notices, and
 *     the latest one counts
 * @param tasks number of affected tasks now; zero when the incident is resolved
 * @param openedAt when the trouble was first detected, or detected again after the incident was
 *     resolved
 * @param at when Baton decided to send this notice, on the store's clock
 * @param subject the type and service of the affected tasks
 */
public record IncidentNotice(
    UUID incident,
    int number,
    Reason reason,
    IncidentKind kind,
    long tasks,
    Instant openedAt,
    Instant at,
    Subject subject) {

  /**
   * The type and service of the tasks that an incident is about.
   *
   * @param type type of the tasks; {@link #OTHER_TYPES} in an incident for several types, which
   *     Baton opens when too many types have problems
   * @param service name of the service that the tasks belong to, from {@link Incidents#service}
   * @param owner owner of the type, from {@link TypeMetadata}; null if none is named
   * @param link link to the tasks on the dashboard; null if no dashboard is configured
   */
  public record Subject(
      String type,
      String service,
      @Nullable String owner,
      TypeMetadata.Criticality criticality,
      @Nullable URI link) {}

  /** Value of {@link Subject#type} for all types without a separate incident. */
  public static final String OTHER_TYPES = "*";

  /** Reasons to send a notice. */
  public enum Reason {
    OPENED,
    /** Ten times as many tasks are affected as in the last notice. */
    GREW,
    /** The incident is still open after {@link Incidents#remindAfter}. */
    REMINDER,
    /** The incident was resolved and the trouble returned soon. */
    REOPENED,
    RESOLVED
  }

  /**
   * Returns a key that is the same in all notices of the incident. Alerting services use it to
   * detect repeated notices.
   */
  public String key() {
    return "baton-" + incident;
  }

  /** Returns whether the incident is resolved. */
  public boolean isResolved() {
    return reason == Reason.RESOLVED;
  }

  /** Returns a description of the incident on one line. */
  public String summary() {
    String which = subject.type.equals(OTHER_TYPES) ? "of other types" : subject.type;
    return subject.service + ": " + (isResolved() ? mended(which) : standing(which));
  }

  private String mended(String which) {
    return switch (kind) {
      case ERROR -> "no " + which + " tasks are in ERROR any more";
      case STUCK -> "no " + which + " tasks are stuck any more";
      case QUEUED -> "no " + which + " tasks wait too long for their start any more";
      case FAILING -> "no " + which + " tasks fail again and again any more";
      case FAILED -> "no " + which + " tasks FAILED in the last hour";
    };
  }

  private String standing(String which) {
    String many = tasks + " " + which + (tasks == 1 ? " task " : " tasks ");
    String now =
        switch (kind) {
          case ERROR -> many + (tasks == 1 ? "is" : "are") + " in ERROR";
          case STUCK -> many + (tasks == 1 ? "is" : "are") + " stuck";
          case QUEUED -> many + (tasks == 1 ? "waits" : "wait") + " too long for a start";
          case FAILING -> many + (tasks == 1 ? "fails" : "fail") + " again and again";
          case FAILED -> many + "FAILED in the last hour";
        };
    return switch (reason) {
      case GREW -> now + ", many more than before";
      case REMINDER -> now + ", since " + openedAt;
      case REOPENED -> now + " again";
      case OPENED, RESOLVED -> now;
    };
  }
}
