package dev.baton.engine.incident;

import dev.baton.handler.TypeMetadata.Criticality;
import dev.baton.operate.cluster.StoreWarning;
import dev.baton.operate.cluster.StoreWarning.Kind;
import dev.baton.operate.incident.IncidentKind;
import dev.baton.operate.incident.IncidentNotice;
import dev.baton.operate.incident.IncidentNotice.Reason;
import dev.baton.operate.incident.Incidents;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the incident of a database in trouble: it doesn't answer, takes no writes, has older data
 * than before, or is slow. The database may be unable to store an incident, and slow searches would
 * delay it. So the incident exists only in memory, and this class calls no store. If the node stops
 * during the outage, only another node that has also reported it can report its end. The node that
 * last had the duty reports an outage at its next look; other nodes report it after {@link #LONG},
 * because that node may have died. All nodes use the same key. If a slow database then fails, the
 * incident gets worse and a reminder reports that. One thread uses it.
 */
final class Outage {
  /** Duration of an outage after which each node reports it. */
  static final Duration LONG = Duration.ofMinutes(5);

  /** Numbers of notices are seconds since this time, so that they grow across restarts. */
  private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");

  private final Incidents settings;
  private final LongSupplier nanoTime;
  private final LongSupplier currentTimeMillis;
  private final Supplier<List<StoreWarning>> warnings;
  private @Nullable Ongoing ongoing;
  private @Nullable Long calmSinceNanos;
  private @Nullable IncidentNotice latest;

  /** An outage. */
  private record Ongoing(Kind kind, long sinceNanos, boolean hadDuty, Instant since) {
    Ongoing as(Kind now) {
      return new Ongoing(now, sinceNanos, hadDuty, since);
    }
  }

  Outage(
      Incidents settings,
      LongSupplier nanoTime,
      LongSupplier currentTimeMillis,
      Supplier<List<StoreWarning>> warnings) {
    this.settings = settings;
    this.nanoTime = nanoTime;
    this.currentTimeMillis = currentTimeMillis;
    this.warnings = warnings;
  }

  /**
   * Returns the latest notice; empty if there was none.
   *
   * @param hadDuty whether this node has just had the duty, if it doesn't have it now
   */
  Optional<IncidentNotice> look(boolean hadDuty) {
    long now = nanoTime.getAsLong();
    Optional<Kind> found =
        warnings.get().stream()
            .map(StoreWarning::kind)
            .filter(kind -> kind.hindersWork() || kind.stopsStarts())
            .min(Comparator.comparing(kind -> kind == Kind.SLOW));
    if (found.isPresent()) {
      calmSinceNanos = null;
      lasts(found.get(), hadDuty, now);
    } else if (ongoing != null) {
      calm(ongoing, now);
    }
    return Optional.ofNullable(latest);
  }

  private void lasts(Kind kind, boolean hadDuty, long now) {
    if (ongoing == null) {
      ongoing = new Ongoing(kind, now, hadDuty, time());
    }
    boolean isWorse = ongoing.kind() == Kind.SLOW && kind != Kind.SLOW;
    if (isWorse) {
      ongoing = ongoing.as(kind);
    }
    Duration lasts = Duration.ofNanos(now - ongoing.sinceNanos());
    Duration remind = settings.thresholds().remindAfter();
    IncidentNotice last = latest;
    if (last == null || last.isResolved()) {
      Duration wait = settings.thresholds().lookEvery();
      if (lasts.compareTo(ongoing.hadDuty() || wait.compareTo(LONG) > 0 ? wait : LONG) >= 0) {
        latest = notice(ongoing, Reason.OPENED);
      }
    } else if (isWorse || (!remind.isZero() && last.at().plus(remind).isBefore(time()))) {
      latest = notice(ongoing, Reason.REMINDER);
    }
  }

  private void calm(Ongoing over, long now) {
    if (calmSinceNanos == null) {
      calmSinceNanos = now;
    }
    Duration calm = Duration.ofNanos(now - calmSinceNanos);
    if (!isOpen()) {
      ongoing = null;
    } else if (calm.compareTo(settings.thresholds().calmFor()) >= 0) {
      latest = notice(over, Reason.RESOLVED);
      ongoing = null;
    }
  }

  private boolean isOpen() {
    return latest != null && !latest.isResolved();
  }

  private Instant time() {
    return Instant.ofEpochMilli(currentTimeMillis.getAsLong());
  }

  private IncidentNotice notice(Ongoing outage, Reason reason) {
    Instant at = time();
    int before = latest == null ? 0 : latest.number();
    URI dashboard = settings.dashboard();
    return new IncidentNotice(
        UUID.nameUUIDFromBytes(
            ("baton database " + settings.service()).getBytes(StandardCharsets.UTF_8)),
        Math.max(before + 1, (int) ChronoUnit.SECONDS.between(FIRST, at)),
        reason,
        IncidentKind.DATABASE,
        reason == Reason.RESOLVED ? 0 : 1,
        outage.since(),
        at,
        new IncidentNotice.Subject(
            outage.kind().name(),
            settings.service(),
            null,
            outage.kind() == Kind.SLOW ? Criticality.NORMAL : Criticality.HIGH,
            dashboard == null ? null : URI.create(dashboard + "#/")));
  }
}
