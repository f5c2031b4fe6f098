package dev.baton.task.rule;

import dev.baton.task.row.Permit;
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
 * Grants permits of some limits. The count begins with the states that the store read when it
 * locked the rows. A permit takes effect only when the store has written the new state. Only one
 * thread may use it.
 *
 * <p>Rates use the generic cell rate algorithm: at an even pace, all permits that were granted so
 * far would have been due by the time {@code paidUntil}.
 */
public final class PermitCount {
  /**
   * The state of a limit.
   *
   * @param held slots in use
   * @param paidUntil see {@link PermitCount}; null if the rate has granted no permit
   */
  public record PermitUse(int held, @Nullable Instant paidUntil) {}

  /**
   * The refusal of a limit without a free permit.
   *
   * @param askAgainAfter time until the limit has a permit; null if this depends on when other
   *     tasks end
   */
  public record Refusal(Permit permit, @Nullable Duration askAgainAfter) {}

  private final Instant now;
  private final Map<String, Integer> held = new HashMap<>();
  private final TreeMap<String, Instant> paidUntil = new TreeMap<>();
  private final Map<String, Refusal> refused = new HashMap<>();

  /**
   * @param now the time of the store's clock
   * @param standings states by {@link Permit#name}; limits without a state are new
   */
  public PermitCount(Instant now, Map<String, PermitUse> standings) {
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
   * Takes all of these permits, or takes none and returns the refusal. After a refusal, a limit
   * grants no more permits in this round, so that a later task that needs fewer permits can't
   * overtake the refused one.
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

  /** Returns the {@code paidUntil} of each rate. */
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
      // One task takes one slot of a limit, even if several of its policies name the limit.
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
    // A later time can only remain from before the rate was made faster. It must not block the
    // rate.
    Instant start = before.isAfter(now.plus(whole)) ? now.plus(whole).minus(share) : before;
    Instant after = (start.isBefore(now) ? now : start).plus(share);
    paid.put(name, after);
    Duration tooSoonBy = Duration.between(now, after).minus(whole);
    return tooSoonBy.compareTo(Duration.ZERO) > 0
        ? Optional.of(new Refusal(rate, tooSoonBy))
        : Optional.empty();
  }
}
