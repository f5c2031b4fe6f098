package dev.baton.operate.incident;

import dev.baton.task.internal.Texts;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Settings of incidents: which alerting services Baton notifies when an operator has to act, and
 * when. One node of the cluster watches the tasks. For each type and {@linkplain IncidentKind kind
 * of incident} it sends one notice, even if many tasks are affected, and another notice when the
 * incident is resolved. Immutable; each method returns a changed copy and throws an {@link
 * IllegalArgumentException} for an invalid value.
 *
 * @param sinks the alerting services; each gets every notice
 * @param service name of the service to which the tasks belong, for recipients who are responsible
 *     for several services
 * @param dashboard address of the dashboard, for links; null for no links
 * @param thresholds which trouble opens an incident, and when
 * @param delivery how failed deliveries are retried
 */
public record Incidents(
    List<IncidentSink> sinks,
    String service,
    @Nullable URI dashboard,
    Thresholds thresholds,
    Delivery delivery) {
  private static final int LONGEST_SERVICE = 100;
  private static final int MAX_SINKS = 20;
  private static final Pattern SINK_NAME = Pattern.compile("[a-z0-9._-]{1,60}");
  private static final Duration YEAR = Duration.ofDays(365);

  public Incidents {
    sinks = List.copyOf(sinks);
    requireNames(sinks);
    if (service.isBlank()
        || service.length() > LONGEST_SERVICE
        || service.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "The name of a service must have 1-" + LONGEST_SERVICE + " characters on one line");
    }
    if (dashboard != null && (!dashboard.isAbsolute() || dashboard.getRawFragment() != null)) {
      throw new IllegalArgumentException(
          "The dashboard's address must be absolute and have no fragment, such as"
              + " https://ops.example.com/baton. The address "
              + dashboard
              + " is invalid");
    }
  }

  /**
   * Thresholds that decide when an incident opens, when a reminder is sent and when the incident is
   * resolved. Immutable; each method returns a changed copy.
   *
   * @param stuckAfter how long a task may have an expired lease, or be due, before it counts as
   *     stuck
   * @param queuedAfter how long ready tasks may wait for their start if their type sets no expected
   *     wait
   * @param remindAfter how long after the last notice of an open incident a reminder follows; zero
   *     for no reminders
   * @param calmFor how long the problem must be absent before an incident is resolved. Each time
   *     the same problem returns, this time doubles, up to sixteen times the setting
   * @param lookEvery how often the watching node checks the tasks
   * @param failedFrom how many tasks of a type must end as FAILED within an hour to open an
   *     incident; a few such tasks need no action
   */
  public record Thresholds(
      Duration stuckAfter,
      Duration queuedAfter,
      Duration remindAfter,
      Duration calmFor,
      Duration lookEvery,
      int failedFrom) {
    static final Thresholds DEFAULTS =
        new Thresholds(
            Duration.ofMinutes(2),
            Duration.ofHours(1),
            Duration.ofHours(4),
            Duration.ofMinutes(2),
            Duration.ofSeconds(15),
            10);

    public Thresholds {
      Texts.requireBetween("stuckAfter", stuckAfter, Duration.ofMillis(100), YEAR);
      Texts.requireBetween("queuedAfter", queuedAfter, Duration.ofMillis(100), YEAR);
      Texts.requireBetween("lookEvery", lookEvery, Duration.ofMillis(10), Duration.ofMinutes(10));
      Texts.requireBetween("calmFor", calmFor, lookEvery, Duration.ofDays(1));
      if (!remindAfter.isZero()) {
        Texts.requireBetween("remindAfter", remindAfter, Duration.ofMinutes(5), YEAR);
      }
      if (failedFrom < 1) {
        throw new IllegalArgumentException("failedFrom must be at least 1, not " + failedFrom);
      }
    }

    Thresholds stuckAfter(Duration value) {
      return new Thresholds(value, queuedAfter, remindAfter, calmFor, lookEvery, failedFrom);
    }

    Thresholds queuedAfter(Duration value) {
      return new Thresholds(stuckAfter, value, remindAfter, calmFor, lookEvery, failedFrom);
    }

    Thresholds remindAfter(Duration value) {
      return new Thresholds(stuckAfter, queuedAfter, value, calmFor, lookEvery, failedFrom);
    }

    Thresholds calmFor(Duration value) {
      return new Thresholds(stuckAfter, queuedAfter, remindAfter, value, lookEvery, failedFrom);
    }

    Thresholds lookEvery(Duration value) {
      return new Thresholds(stuckAfter, queuedAfter, remindAfter, calmFor, value, failedFrom);
    }

    Thresholds failedFrom(int tasks) {
      return new Thresholds(stuckAfter, queuedAfter, remindAfter, calmFor, lookEvery, tasks);
    }
  }

  /**
   * Delays after failed deliveries. Immutable.
   *
   * @param firstRetry delay after the first failed delivery; doubles with each further failure
   * @param longestRetry longest delay
   */
  public record Delivery(Duration firstRetry, Duration longestRetry) {
    public Delivery {
      Texts.requireBetween("firstRetry", firstRetry, Duration.ofMillis(1), Duration.ofHours(1));
      Texts.requireBetween("longestRetry", longestRetry, firstRetry, Duration.ofDays(1));
    }
  }

  /**
   * Notifies these sinks, with the default thresholds. A node checks the tasks every 15 s. A task
   * is stuck if no sweeper has processed it for 2 min after it was due or its lease expired. A
   * ready task is queued too long after 1 h. An incident is opened if 10 tasks of a type end as
   * FAILED within an hour. Reminders follow every 4 h. An incident is resolved after 2 min without
   * trouble. A failed delivery is retried after 1 s, then with growing delays of at most 5 min.
   */
  public static Incidents to(IncidentSink first, IncidentSink... others) {
    List<IncidentSink> sinks = new ArrayList<>();
    sinks.add(first);
    sinks.addAll(List.of(others));
    return new Incidents(
        sinks,
        "baton",
        null,
        Thresholds.DEFAULTS,
        new Delivery(Duration.ofSeconds(1), Duration.ofMinutes(5)));
  }

  /** Sets the name of the service to which the tasks belong; the default is "baton". */
  public Incidents service(String name) {
    return new Incidents(sinks, name, dashboard, thresholds, delivery);
  }

  /** Sets the address of the dashboard, for links. */
  public Incidents dashboard(URI address) {
    return new Incidents(sinks, service, address, thresholds, delivery);
  }

  /** Sets {@link Thresholds#stuckAfter}. */
  public Incidents stuckAfter(Duration value) {
    return told(thresholds.stuckAfter(value));
  }

  /** Sets {@link Thresholds#queuedAfter}. */
  public Incidents queuedAfter(Duration value) {
    return told(thresholds.queuedAfter(value));
  }

  /** Sets {@link Thresholds#remindAfter}. */
  public Incidents remindAfter(Duration value) {
    return told(thresholds.remindAfter(value));
  }

  /** Sets {@link Thresholds#calmFor}. */
  public Incidents calmFor(Duration value) {
    return told(thresholds.calmFor(value));
  }

  /** Sets {@link Thresholds#lookEvery}. */
  public Incidents lookEvery(Duration value) {
    return told(thresholds.lookEvery(value));
  }

  /** Sets {@link Thresholds#failedFrom}. */
  public Incidents failedFrom(int tasks) {
    return told(thresholds.failedFrom(tasks));
  }

  private Incidents told(Thresholds when) {
    return new Incidents(sinks, service, dashboard, when, delivery);
  }

  /** Sets the first and the longest delay after a failed delivery. */
  public Incidents retry(Duration first, Duration longest) {
    return new Incidents(sinks, service, dashboard, thresholds, new Delivery(first, longest));
  }

  private static void requireNames(List<IncidentSink> sinks) {
    if (sinks.isEmpty() || sinks.size() > MAX_SINKS) {
      throw new IllegalArgumentException(
          "Incidents need 1-" + MAX_SINKS + " sinks, not " + sinks.size());
    }
    Set<String> names = new TreeSet<>();
    for (IncidentSink sink : sinks) {
      String name = sink.name();
      if (!SINK_NAME.matcher(name).matches()) {
        throw new IllegalArgumentException(
            "The sink name '"
                + name
                + "' is invalid: use 1-60 characters of a-z, 0-9, '.', '-' and '_'");
      }
      if (!names.add(name)) {
        throw new IllegalArgumentException(
            "Two sinks are named '" + name + "'. Give one of them another name with named(...)");
      }
    }
  }
}
