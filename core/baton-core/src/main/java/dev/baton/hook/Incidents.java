package dev.baton.hook;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which alerting services Baton notifies when tasks need a person, and when it does. One node of
 * the cluster watches; trouble is told once for each type and kind, however many tasks it has, and
 * again when it is over. Immutable; each method returns a changed copy, and refuses what can't
 * work.
 *
 * @param sinks who is told; each of them hears everything
 * @param service what the tasks belong to, for people who look after several services
 * @param dashboard where the dashboard is, for links; null for no links
 * @param thresholds what is told, and when
 * @param delivery how failed deliveries are tried again
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
          "A service's name has 1-" + LONGEST_SERVICE + " characters on one line");
    }
    if (dashboard != null && (!dashboard.isAbsolute() || dashboard.getRawFragment() != null)) {
      throw new IllegalArgumentException(
          "The dashboard's address is absolute and without a fragment, such as"
              + " https://ops.example.com/baton; "
              + dashboard
              + " isn't");
    }
  }

  /**
   * When an incident opens, is sent again and is resolved. Immutable; each method answers a changed
   * copy.
   *
   * @param stuckAfter how long lapsed leases and due times may go unnoticed
   * @param queuedAfter how long ready tasks may wait for a start, where their type doesn't say
   * @param remindAfter how long after the last notice an open incident is told again; zero for
   *     never
   * @param calmFor how long there must be no trouble before an incident is resolved; twice, four
   *     times ... as long for one that keeps coming back, up to sixteen times
   * @param lookEvery how often the watching node looks
   * @param failedFrom how many tasks of a type must end FAILED within an hour; a few that people
   *     have seen, or that partners refuse, need no person
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
      between("stuckAfter", stuckAfter, Duration.ofMillis(100), YEAR);
      between("queuedAfter", queuedAfter, Duration.ofMillis(100), YEAR);
      between("lookEvery", lookEvery, Duration.ofMillis(10), Duration.ofMinutes(10));
      between("calmFor", calmFor, lookEvery, Duration.ofDays(1));
      if (!remindAfter.isZero()) {
        between("remindAfter", remindAfter, Duration.ofMinutes(5), YEAR);
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
   * How failed deliveries are tried again. Immutable.
   *
   * @param firstRetry how long after a failed delivery; then twice as long each time
   * @param longestRetry the longest such wait
   */
  public record Delivery(Duration firstRetry, Duration longestRetry) {
    public Delivery {
      between("firstRetry", firstRetry, Duration.ofMillis(1), Duration.ofHours(1));
      between("longestRetry", longestRetry, firstRetry, Duration.ofDays(1));
    }
  }

  /**
   * Tells these. Stuck is what no sweeper moved for 2 min, queued too long what waited for an hour,
   * FAILED a trouble from 10 tasks of a type within an hour on; reminders every 4 h; resolved after
   * 2 min without trouble; looked at every 15 s; failed deliveries are tried again after 1 s, then
   * less and less often, at least every 5 min.
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

  public Incidents service(String name) {
    return new Incidents(sinks, name, dashboard, thresholds, delivery);
  }

  public Incidents dashboard(URI address) {
    return new Incidents(sinks, service, address, thresholds, delivery);
  }

  public Incidents stuckAfter(Duration value) {
    return told(thresholds.stuckAfter(value));
  }

  public Incidents queuedAfter(Duration value) {
    return told(thresholds.queuedAfter(value));
  }

  public Incidents remindAfter(Duration value) {
    return told(thresholds.remindAfter(value));
  }

  public Incidents calmFor(Duration value) {
    return told(thresholds.calmFor(value));
  }

  public Incidents lookEvery(Duration value) {
    return told(thresholds.lookEvery(value));
  }

  /** From how many tasks of a type on that ended FAILED within an hour people are told. */
  public Incidents failedFrom(int tasks) {
    return told(thresholds.failedFrom(tasks));
  }

  private Incidents told(Thresholds when) {
    return new Incidents(sinks, service, dashboard, when, delivery);
  }

  /** How long after a failed delivery it is tried again, at first and at the most. */
  public Incidents retry(Duration first, Duration longest) {
    return new Incidents(sinks, service, dashboard, thresholds, new Delivery(first, longest));
  }

  private static void requireNames(List<IncidentSink> sinks) {
    if (sinks.isEmpty() || sinks.size() > MAX_SINKS) {
      throw new IllegalArgumentException(
          "Incidents are told to 1-" + MAX_SINKS + " sinks, not to " + sinks.size());
    }
    Set<String> names = new TreeSet<>();
    for (IncidentSink sink : sinks) {
      String name = sink.name();
      if (!SINK_NAME.matcher(name).matches()) {
        throw new IllegalArgumentException(
            "A sink's name has 1-60 of a-z, 0-9, '.', '-' and '_'; '" + name + "' has others");
      }
      if (!names.add(name)) {
        throw new IllegalArgumentException(
            "Two sinks are named '" + name + "': give one of them another name, with named(...)");
      }
    }
  }

  private static void between(String name, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          name + " must be between " + least + " and " + most + ", not " + value);
    }
  }
}
