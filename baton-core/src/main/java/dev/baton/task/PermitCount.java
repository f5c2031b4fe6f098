package dev.baton.task;

import java.time.Duration;
import java.time.Instant;
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
    /** A limit that nobody has used. */
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

  /** Takes all of these permits, or none and says which limit refused. */
  public Optional<Refusal> take(List<Permit> permits) {
    for (Permit permit : permits) {
      Optional<Refusal> refusal = refusal(permit);
      if (refusal.isPresent()) {
        return refusal;
      }
    }
    permits.forEach(this::count);
    return Optional.empty();
  }

  /** Up to when each rate's units are paid for. */
  public Map<String, Instant> paidUntil() {
    return paidUntil;
  }

  private Optional<Refusal> refusal(Permit permit) {
    if (permit instanceof Permit.Slot slot) {
      return held.getOrDefault(slot.name(), 0) < slot.slots()
          ? Optional.empty()
          : Optional.of(new Refusal(slot, null));
    }
    Permit.Rate rate = (Permit.Rate) permit;
    Duration ahead = Duration.between(now, paidAfter(rate));
    Duration most = Duration.ofNanos(rate.intervalMicros() * 1_000).multipliedBy(rate.burst());
    Duration tooSoonBy = ahead.minus(most);
    return tooSoonBy.compareTo(Duration.ZERO) > 0
        ? Optional.of(new Refusal(rate, tooSoonBy))
        : Optional.empty();
  }

  private void count(Permit permit) {
    if (permit instanceof Permit.Rate rate) {
      paidUntil.put(rate.name(), paidAfter(rate));
    } else {
      held.merge(permit.name(), 1, Integer::sum);
    }
  }

  private Instant paidAfter(Permit.Rate rate) {
    Instant before = paidUntil.get(rate.name());
    Instant from = before == null || before.isBefore(now) ? now : before;
    return from.plus(Duration.ofNanos(rate.intervalMicros() * 1_000).multipliedBy(rate.weight()));
  }
}
