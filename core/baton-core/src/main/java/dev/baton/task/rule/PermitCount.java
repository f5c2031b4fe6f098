package dev.baton.task.rule;

import dev.baton.task.internal.Permit;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Hands out permits of some limits from where they stood when their rows were locked. Used by one
 * thread; nothing counts until the store has written it.
 *
 * <p>Rates follow the generic cell rate algorithm: {@code paidUntil} is the moment up to which the
 * units taken so far last at the limit's pace.
 */
public final class PermitCount {
  /**
   * Where a limit stands.
   *
   * @param held slots taken
   * @param paidUntil up to when its units are paid for; null when none were ever taken
   */
  public record Standing(int held, @Nullable Instant paidUntil) {
    /** A limit that no task has used. */
    public static final Standing NEW = new Standing(0, null);
  }

  /**
   * A limit has no permit to give.
   *
   * @param askAgainAfter when it will have one; null when that depends on others' ends
   */
  public record Refusal(Permit permit, @Nullable Duration askAgainAfter) {}

  private final Instant now;
  private final Map<String, Integer> held = new HashMap<>();
  private final TreeMap<String, Instant> paidUntil = new TreeMap<>();
  private final Map<String, Refusal> refused = new HashMap<>();

  /**
   * @param now the store's clock
   * @param standings by {@link Permit#name}; those missing are new
   */
  public PermitCount(Instant now, Map<String, Standing> standings) {
    this.now = now;
    standings.forEach(
        (name, standing) -> {
          held.put(name, standing.held());
          if (standing.paidUntil() != null) {
            paidUntil.put(name, standing.paidUntil());
          }
        });
  }

  /**
   * Takes all of these permits, or none and says which limit refused. A limit that has refused
   * gives nothing more in this round: what comes later must not pass what needs more.
   */
  public Optional<Refusal> take(List<Permit> permits) {
    Map<String, Integer> slots = new HashMap<>();
    Map<String, Instant> paid = new HashMap<>();
    for (Permit permit : permits) {
      Optional<Refusal> refusal = refusal(permit, slots, paid);
      if (refusal.isPresent()) {
        refused.put(permit.name(), refusal.get());
        return refusal;
      }
    }
    slots.forEach((name, one) -> held.merge(name, one, Integer::sum));
    paidUntil.putAll(paid);
    return Optional.empty();
  }

  /** Up to when each rate's units are paid for. */
  public Map<String, Instant> paidUntil() {
    return paidUntil;
  }

  private Optional<Refusal> refusal(
      Permit permit, Map<String, Integer> slots, Map<String, Instant> paid) {
    String name = permit.name();
    if (refused.containsKey(name)) {
      return Optional.of(refused.get(name));
    }
    if (permit instanceof Permit.Slot slot) {
      // One task takes one slot of a limit, however many of its policies name it.
      slots.put(name, 1);
      return held.getOrDefault(name, 0) < slot.slots()
          ? Optional.empty()
          : Optional.of(new Refusal(slot, null));
    }
    Permit.Rate rate = (Permit.Rate) permit;
    Duration interval = Duration.of(rate.intervalMicros(), ChronoUnit.MICROS);
    Duration whole = interval.multipliedBy(rate.burst());
    Duration share = interval.multipliedBy(rate.weight());
    Instant before = paid.getOrDefault(name, paidUntil.getOrDefault(name, now));
    // What is paid for longer was paid at a slower pace than it has now: that must not block it.
    Instant start = before.isAfter(now.plus(whole)) ? now.plus(whole).minus(share) : before;
    Instant after = (start.isBefore(now) ? now : start).plus(share);
    paid.put(name, after);
    Duration tooSoonBy = Duration.between(now, after).minus(whole);
    return tooSoonBy.compareTo(Duration.ZERO) > 0
        ? Optional.of(new Refusal(rate, tooSoonBy))
        : Optional.empty();
  }
}
