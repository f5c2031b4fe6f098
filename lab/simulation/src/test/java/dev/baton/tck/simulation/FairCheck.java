package dev.baton.tck.simulation;

import dev.baton.task.Status;
import dev.baton.task.internal.Task;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Keys that take turns: while a key has had a ready task for long enough to be known to each node,
 * no other key starts more than so many. Goes by the committed rows and the starts alone.
 */
final class FairCheck {
  private final Violations violations;
  private final SimulatedDatabase database;
  private final long knownNanos;
  private final int most;

  /** When each task was committed that hasn't started yet. */
  private final Map<UUID, Long> added = new LinkedHashMap<>();

  private final Set<UUID> started = new HashSet<>();

  /** By the key that waits: how many each other key has started meanwhile. */
  private final Map<String, Map<String, Integer>> meanwhile = new HashMap<>();

  /**
   * @param known how long it may take until a node knows of a ready task
   * @param most how many another key may start while a key waits: two turns, and what was booked or
   *     claimed by each node before
   */
  FairCheck(Violations violations, SimulatedDatabase database, Duration known, int most) {
    this.violations = violations;
    this.database = database;
    this.knownNanos = known.toNanos();
    this.most = most;
  }

  /** For nodes that nothing befalls any more, but for starts, of each of which it is told. */
  static FairCheck of(Violations violations, SimulatedDatabase database, Scenario scenario) {
    int booked = 1 + 2 * Member.CLAIMED_AT_A_TIME;
    return new FairCheck(
        violations,
        database,
        scenario.settings().poll().multipliedBy(3).plusMillis(200),
        scenario.nodes() * (2 + booked));
  }

  /** A node starts: it knows neither who had a turn nor what is ready. */
  void begin() {
    meanwhile.clear();
    long now = database.simulation().nowNanos();
    added.replaceAll((id, since) -> now);
  }

  /** It may have started before its adder hears of the commit. */
  void added(UUID task) {
    if (!started.contains(task)) {
      added.put(task, database.simulation().nowNanos());
    }
  }

  void started(UUID task, String key) {
    started.add(task);
    added.remove(task);
    meanwhile.remove(key);
    TreeSet<String> waiting = new TreeSet<>();
    long now = database.simulation().nowNanos();
    added.forEach(
        (id, since) -> {
          if (now - since > knownNanos) {
            database
                .committed()
                .find(id)
                .filter(row -> row.position().status() == Status.READY)
                .map(Task::spec)
                .ifPresent(spec -> waiting.add(spec.key()));
          }
        });
    meanwhile.keySet().retainAll(waiting);
    waiting.remove(key);
    for (String one : waiting) {
      int count =
          meanwhile.computeIfAbsent(one, none -> new HashMap<>()).merge(key, 1, Integer::sum);
      if (count > most) {
        violations.report(key + " has started " + count + " while " + one + " waits");
      }
    }
  }

  /** Tasks that haven't started yet. */
  int left() {
    return added.size();
  }
}
