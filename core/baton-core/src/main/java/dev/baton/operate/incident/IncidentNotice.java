package dev.baton.operate.incident;

import dev.baton.handler.TypeMetadata;
import dev.baton.operate.cluster.StoreWarning;
import java.net.URI;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One message to an alerting service: the state of an incident when Baton sends the message. It
 * contains names and numbers, but no payloads or error messages, which may be confidential.
 *
 * @param incident id of the incident; it stays the same if the trouble returns soon after the
 *     incident was resolved
 * @param number number of the notice within the incident. A sink may miss some notices; the notice
 *     with the highest number is the current one
 * @param tasks number of affected tasks now, or failed runs of a schedule; 1 for a node or a
 *     database; zero when the incident is resolved
 * @param openedAt when the trouble was first detected, or detected again after the incident was
 *     resolved
 * @param at when Baton decided to send this notice, on the store's clock
 * @param subject the type, schedule, node or database that has the problem
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
   * The subject of an incident.
   *
   * @param name type of the tasks; or the name of the schedule or the node; or the {@link
   *     StoreWarning.Kind} of the database's fault; empty for {@link IncidentKind#NO_SERVER}.
   *     {@link #OTHERS} in an incident for several names, which Baton opens when too many have
   *     problems
   * @param service name of the service that the tasks belong to, from {@link Incidents#service}
   * @param owner owner of the type, from {@link TypeMetadata}; null if none is named
   * @param link link to the trouble on the dashboard; null if no dashboard is configured
   */
  public record Subject(
      String name,
      String service,
      @Nullable String owner,
      TypeMetadata.Criticality criticality,
      @Nullable URI link) {}

  /** Value of {@link Subject#name} for everything without a separate incident. */
  public static final String OTHERS = "*";

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
    return subject.service + ": " + (isResolved() ? over() : present());
  }

  private String over() {
    String which = which();
    return switch (kind) {
      case ERROR -> "no " + which + " tasks are in ERROR any more";
      case STUCK -> "no " + which + " tasks are stuck any more";
      case QUEUED -> "no " + which + " tasks wait too long for their start any more";
      case FAILING -> "no " + which + " tasks fail again and again any more";
      case FAILED -> "no " + which + " tasks FAILED in the last hour";
      case SCHEDULE ->
          (isOthers() ? "other schedules run" : "schedule " + subject.name + " runs") + " again";
      case SILENT_NODE ->
          (isOthers() ? "other nodes are" : "node " + subject.name + " is") + " no longer silent";
      case NO_SERVER -> "a server runs tasks again";
      case DATABASE -> "the database works again (" + subject.name + ")";
    };
  }

  private String which() {
    return isOthers() ? "of other types" : subject.name;
  }

  private String present() {
    String now = trouble();
    return switch (reason) {
      case GREW -> now + ", many more than before";
      case REMINDER -> now + ", since " + openedAt;
      case REOPENED -> now + " again";
      case OPENED, RESOLVED -> now;
    };
  }

  private String trouble() {
    String which = which();
    String many = tasks + " " + which + (tasks == 1 ? " task " : " tasks ");
    return switch (kind) {
      case ERROR -> many + (tasks == 1 ? "is" : "are") + " in ERROR";
      case STUCK -> many + (tasks == 1 ? "is" : "are") + " stuck";
      case QUEUED -> many + (tasks == 1 ? "waits" : "wait") + " too long for a start";
      case FAILING -> many + (tasks == 1 ? "fails" : "fail") + " again and again";
      case FAILED -> many + "FAILED in the last hour";
      case SCHEDULE ->
          isOthers()
              ? "other schedules fail or don't run"
              : "schedule " + subject.name + " fails or doesn't run";
      case SILENT_NODE ->
          (isOthers() ? "other nodes send" : "node " + subject.name + " sends") + " no heartbeat";
      case NO_SERVER -> "no server is live, so no task runs";
      case DATABASE -> database();
    };
  }

  private String database() {
    String what =
        switch (subject.name) {
          case "UNREACHABLE" -> "doesn't answer";
          case "READ_ONLY" -> "takes no writes";
          case "SLOW" -> "is slow";
          case "OLDER_SERVER" -> "has older data than before";
          default -> "has a problem";
        };
    return "the database " + what + " (" + subject.name + ")";
  }

  private boolean isOthers() {
    return subject.name.equals(OTHERS);
  }
}
