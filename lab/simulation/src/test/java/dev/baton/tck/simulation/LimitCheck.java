package dev.baton.tck.simulation;

import dev.baton.limit.Limit;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideTarget.Kind;
import dev.baton.operate.override.OverrideValue;
import dev.baton.operate.override.Overrides;
import dev.baton.task.Status;
import dev.baton.task.internal.Task;
import dev.baton.task.rule.ClaimFence;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The limits of the cluster: no task is claimed while as many are held as there are slots, and no
 * more are claimed than the {@linkplain RateCheck rate} allows. How many slots there are, people
 * change; a number that was replaced may hold for a second more, and for a second after anybody's
 * trouble with the database or after the claimer stood still. A failover takes back what it forgets
 * of both.
 */
final class LimitCheck implements RowCheck, StoreWatch {
  private static final String HELD_AT_A_TIME = "held at a time";
  static final long IN_FORCE_NANOS = Duration.ofMillis(1_050).toNanos();
  private static final int SLOTS = 3;

  /** Fewer where no numbers are set at run time: then one node meets the limit, too. */
  private static final int SLOTS_OF_CORE = 2;

  private final Violations violations;
  private final History history;
  private final TreeSet<UUID> held = new TreeSet<>();
  private final Simulation simulation;
  private final SimulatedDatabase database;
  private long lastTrouble;
  private boolean setting;
  private final RateCheck rates;
  private final boolean countsRates;

  /** Numbers of slots that may be in force, and since when each is known to be replaced. */
  private final TreeMap<Integer, Long> slots;

  /**
   * @param isCore whether permits are taken before the claims, and not with them: claims of a rate
   *     then come closer together than their permits
   */
  LimitCheck(Violations violations, History history, SimulatedDatabase database, boolean isCore) {
    this.countsRates = !isCore;
    this.slots = new TreeMap<>(Map.of(slots(isCore), Long.MAX_VALUE));
    this.violations = violations;
    this.history = history;
    this.simulation = database.simulation();
    this.database = database;
    this.rates = new RateCheck(violations, simulation);
  }

  /** The limit that is a rate. */
  RateCheck rates() {
    return rates;
  }

  /** People set another number, or the code's; one at a time, or it can't be told what is set. */
  void set(Overrides overrides, int number) {
    if (setting) {
      return;
    }
    setting = true;
    try {
      slots.put(number, Long.MAX_VALUE);
      OverrideTarget target = new OverrideTarget(Kind.CLUSTER_SLOTS, HELD_AT_A_TIME);
      Overrides.Answer answer =
          number == SLOTS
              ? overrides.reset(target)
              : overrides.set(target, new OverrideValue.Slots(number));
      if (answer instanceof Overrides.Answer.Changed) {
        long now = simulation.nowNanos();
        slots.replaceAll((slot, until) -> slot == number ? Long.MAX_VALUE : Math.min(until, now));
      }
    } finally {
      setting = false;
    }
  }

  private int slots(SimulatedNode claimer) {
    long now = simulation.nowNanos();
    long trouble = Math.max(lastTrouble, claimer.thawedNanos());
    int most = 0;
    for (Map.Entry<Integer, Long> one : slots.entrySet()) {
      long until = one.getValue();
      boolean mayHold = until == Long.MAX_VALUE || now - Math.max(until, trouble) <= IN_FORCE_NANOS;
      most = mayHold ? one.getKey() : most;
    }
    return most;
  }

  @Override
  public void troubled(SimulatedNode node, long untilNanos) {
    lastTrouble = Math.max(lastTrouble, untilNanos);
  }

  @Override
  public void changed(SimulatedNode by, Verb verb, Collection<UUID> ids) {}

  @Override
  public void renewing(SimulatedNode by, List<ClaimFence> held) {}

  private static int slots(boolean isCore) {
    return isCore ? SLOTS_OF_CORE : SLOTS;
  }

  /** Whether a type has a limit of the cluster. */
  static boolean isLimited(String type) {
    return limit(type, false) != Limit.none();
  }

  /** The limit of the cluster that a type has. */
  static Limit limit(String type, boolean isCore) {
    return switch (type) {
      case Types.KEYED -> Limit.cluster(HELD_AT_A_TIME, slots(isCore));
      case Types.FLOWING -> RateCheck.limit();
      default -> Limit.none();
    };
  }

  @Override
  public void changed(RowChange change) {
    Task after = change.after().live();
    if (!isHeld(Types.KEYED, after)) {
      held.remove(change.id());
    } else if (held.add(change.id()) && held.size() > slots(change.by())) {
      violations.report("held at a time, though the cluster has " + slots + " slots: " + held);
    }
    boolean taken = isHeld(Types.FLOWING, after) && !isHeld(Types.FLOWING, change.before().live());
    if (taken && countsRates) {
      long trouble = Math.max(lastTrouble, change.by().thawedNanos());
      rates.claimed(database.countedAt(), database.now(), trouble);
    }
  }

  @Override
  public void clockPut() {
    rates.clockPut();
  }

  @Override
  public void rewound() {
    // What was set, too, is what it was at some moment before.
    slots.replaceAll((slot, until) -> Long.MAX_VALUE);
    rates.rewound();
    held.clear();
    held.addAll(history.ids(row -> isHeld(Types.KEYED, row.live())));
  }

  private static boolean isHeld(String type, @Nullable Task task) {
    return task != null
        && task.spec().type().equals(type)
        && task.position().status() == Status.RUNNING;
  }
}
