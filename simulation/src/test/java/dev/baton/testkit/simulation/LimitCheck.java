package dev.baton.testkit.simulation;

import dev.baton.api.limit.BookingPolicy;
import dev.baton.api.limit.Limit;
import dev.baton.api.limit.Rate;
import dev.baton.task.Status;
import dev.baton.task.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The limits of the cluster: at no instant are more tasks held than there are slots, and in no time
 * are more claimed than the rate allows. A failover takes back what it forgets of both.
 */
final class LimitCheck implements RowCheck {
  private static final int SLOTS = 3;
  private static final int BURST = 4;
  private static final Duration INTERVAL = Duration.ofMillis(20);

  private final Violations violations;
  private final History history;
  private final TreeSet<UUID> held = new TreeSet<>();
  private final List<Instant> claims = new ArrayList<>();

  LimitCheck(Violations violations, History history) {
    this.violations = violations;
    this.history = history;
  }

  /** The limit of the cluster that a type has; null for none. */
  static @Nullable BookingPolicy policy(String type) {
    return switch (type) {
      case Types.KEYED -> Limit.cluster("held at a time", SLOTS);
      case Types.FLOWING ->
          Limit.clusterRate("claimed in a time", Rate.of(1, INTERVAL).burst(BURST));
      default -> null;
    };
  }

  @Override
  public void changed(RowChange change) {
    Task after = change.after().live();
    if (isHeld(Types.KEYED, after)) {
      held.add(change.id());
    } else {
      held.remove(change.id());
    }
    if (held.size() > SLOTS) {
      violations.report("held at a time, though the cluster has " + SLOTS + " slots: " + held);
    }
    boolean taken = isHeld(Types.FLOWING, after) && !isHeld(Types.FLOWING, change.before().live());
    if (taken) {
      claimed(change.now());
    }
  }

  private void claimed(Instant now) {
    claims.add(now);
    for (int i = 0; i < claims.size(); i++) {
      Duration time = Duration.between(claims.get(i), now);
      long allowed = BURST + time.dividedBy(INTERVAL);
      if (claims.size() - i > allowed) {
        violations.report(
            (claims.size() - i) + " claims in " + time + ", though the rate allows " + allowed);
        return;
      }
    }
  }

  @Override
  public void rewound() {
    claims.clear();
    held.clear();
    history
        .rows()
        .forEach(
            (id, row) -> {
              if (isHeld(Types.KEYED, row.live())) {
                held.add(id);
              }
            });
  }

  private static boolean isHeld(String type, @Nullable Task task) {
    return task != null
        && task.spec().type().equals(type)
        && task.position().status() == Status.RUNNING;
  }
}
