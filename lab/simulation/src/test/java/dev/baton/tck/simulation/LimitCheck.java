package dev.baton.tck.simulation;

import dev.baton.limit.Limit;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideValue;
import dev.baton.operate.override.Overrides;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
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
 * Checks the cluster limits: no task is claimed while all slots are held, and no more tasks are
 * claimed than the {@linkplain RateCheck rate} allows. People change the number of slots. A
 * replaced number may apply for one second more, and for one second after a node had trouble with
 * the database or the claimer was frozen. A failover undoes the slots and the claims that it loses.
 */
final class LimitCheck implements RowCheck, StoreWatch {
  private static final String HELD_AT_A_TIME = "held at a time";
  static final long IN_FORCE_NANOS = Duration.ofMillis(1_050).toNanos();
  private static final int SLOTS = 3;

  /**
   * Number of slots if numbers can't be set at run time. It is smaller, so that one node alone also
   * reaches the limit.
   */
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

  /**
   * Numbers of slots that may be in force, each with the time at which it is known to be replaced.
   */
  private final TreeMap<Integer, Long> slots;

  /**
   * @param isCore whether permits are taken before the claims, and not with them: claims under a
   *     rate are then closer together than their permits
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

  /** Returns the check of the limit that is a rate. */
  RateCheck rates() {
    return rates;
  }

  /**
   * Notes that a person sets another number, or resets it to the code's. One person at a time,
   * because otherwise the check doesn't know the number in force.
   */
  void set(Overrides overrides, int number) {
    if (setting) {
      return;
    }
    setting = true;
    try {
      slots.put(number, Long.MAX_VALUE);
      OverrideTarget target = OverrideTarget.cluster(HELD_AT_A_TIME);
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

  /** Returns whether a type has a cluster limit. */
  static boolean isLimited(String type) {
    return limit(type, false) != Limit.none();
  }

  /** Returns the cluster limit of a type. */
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
      violations.report("held at a time, although the cluster has " + slots + " slots: " + held);
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
    // A failover may bring back any number that was set before.
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
