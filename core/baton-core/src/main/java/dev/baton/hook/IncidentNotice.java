package dev.baton.hook;

import dev.baton.handler.TypeMetadata;
import java.net.URI;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One message to an alerting service: an incident as it stands at a moment. It names types and
 * numbers, never payloads nor error texts, which may be confidential.
 *
 * @param incident one trouble from its beginning to its end, also when it comes back soon
 * @param number counts the incident's notices from 1; a sink may miss some, the latest one counts
 * @param tasks how many are concerned now; zero when it is resolved
 * @param openedAt when the trouble was first seen, or seen again after it had been resolved
 * @param at when this notice was decided, on the store's clock
 * @param subject whose tasks are concerned
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
   * Whose tasks an incident is about.
   *
   * @param type of the tasks; {@link #OTHER_TYPES} when too many types are in trouble to name each
   * @param service what the tasks belong to, as {@link Incidents#service} has it
   * @param owner who looks after the type, where {@link TypeMetadata} names an owner
   * @param link the tasks on the dashboard; null where none is configured
   */
  public record Subject(
      String type,
      String service,
      @Nullable String owner,
      TypeMetadata.Criticality criticality,
      @Nullable URI link) {}

  /** In place of a type: all those for which there was no room. */
  public static final String OTHER_TYPES = "*";

  /** Why the notice is sent. */
  public enum Reason {
    OPENED,
    /** Ten times as many tasks as when it was told last. */
    GREW,
    /** Still so, after {@link Incidents#remindAfter}. */
    REMINDER,
    /** It was resolved, and came back soon. */
    REOPENED,
    RESOLVED
  }

  /** The same in all notices of the incident: what services tell repeats by. */
  public String key() {
    return "baton-" + incident;
  }

  public boolean isResolved() {
    return reason == Reason.RESOLVED;
  }

  /** What happened, on one line. */
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
