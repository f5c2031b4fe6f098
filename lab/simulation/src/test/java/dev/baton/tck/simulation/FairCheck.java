package dev.baton.tck.simulation;

import dev.baton.task.Status;
import dev.baton.task.row.Task;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Checks keys that take turns. While a key has had a ready task for long enough that every node
 * knows it, no other key starts more than a fixed number of tasks. The check uses only the
 * committed rows and the starts.
 */
final class FairCheck {
  private final Violations violations;
  private final SimulatedDatabase database;
  private final long knownNanos;
  private final int most;

  /** The commit time of each task that hasn't started yet. */
  private final Map<UUID, Long> added = new LinkedHashMap<>();

  private final Set<UUID> started = new HashSet<>();

  /** For each waiting key: the number of starts of each other key meanwhile. */
  private final Map<String, Map<String, Integer>> meanwhile = new HashMap<>();

  /**
   * @param known longest time until a node knows of a ready task
   * @param most largest number of starts of another key while a key waits: two turns, and the tasks
   *     that each node had booked or claimed before
   */
  FairCheck(Violations violations, SimulatedDatabase database, Duration known, int most) {
    this.violations = violations;
    this.database = database;
    this.knownNanos = known.toNanos();
    this.most = most;
  }

  /**
   * Returns a check for nodes without further faults except starts. The caller reports each start
   * to {@link #begin}.
   */
  static FairCheck of(Violations violations, SimulatedDatabase database, Scenario scenario) {
    int booked = 1 + 2 * Member.CLAIMED_AT_A_TIME;
    return new FairCheck(
        violations,
        database,
        scenario.settings().poll().multipliedBy(3).plusMillis(200),
        scenario.nodes() * (2 + booked));
  }

  /** Notes the start of a node, which knows neither the past turns nor the ready tasks. */
  void begin() {
    meanwhile.clear();
    long now = database.simulation().nowNanos();
    added.replaceAll((id, since) -> now);
  }

  /** Notes an added task. It may have started before its adder gets the commit's response. */
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

  /** Returns the number of tasks that haven't started yet. */
  int left() {
    return added.size();
  }
}
