package dev.baton.tck.simulation;

import dev.baton.cluster.BucketOptions;
import dev.baton.handler.Attempt;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.cluster.Paused;
import dev.baton.task.Flow;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Checks that paused tasks don't start. No attempt begins later than a second after the pause was
 * committed and after its node last had trouble with its calls or was frozen. (A call that hangs is
 * trouble while it hangs.) No node claims or starts a task that it knows to be paused, even if it
 * claimed the task long ago. A task may still continue in its next state.
 */
final class PauseCheck implements StoreWatch, RowCheck {
  private static final long IN_FORCE_NANOS = Duration.ofMillis(1_050).toNanos();

  /** Longest time from a response to the thread that must obey it. */
  private static final long HEEDED_NANOS = Duration.ofMillis(50).toNanos();

  /**
   * Longest time from a response to a handler that still begins: its thread may have checked
   * before.
   */
  private static final long NOT_STARTED_NANOS = Duration.ofMillis(110).toNanos();

  private record Leg(UUID task, long version) {}

  private final Violations violations;
  private final Simulation simulation;
  private final History history;
  private final TreeMap<Pause, Long> since = new TreeMap<>();
  private final Map<SimulatedNode, TreeMap<Pause, Long>> known = new HashMap<>();
  private final Map<SimulatedNode, Long> troubled = new HashMap<>();
  private final Set<Leg> nextLegs = new HashSet<>();

  PauseCheck(Violations violations, Simulation simulation, History history) {
    this.violations = violations;
    this.simulation = simulation;
    this.history = history;
  }

  /** Checks a handler that begins. */
  void started(SimulatedNode node, Attempt attempt) {
    Leg leg = new Leg(attempt.taskId(), attempt.fencingToken());
    Flow flow = new Flow(attempt.type(), attempt.key());
    String bucket = bucket(flow.type());
    Pause pause = oldest(bucket, flow);
    if (pause == null || nextLegs.contains(leg)) {
      return;
    }
    for (Pause one : knownFor(NOT_STARTED_NANOS, node, bucket, flow)) {
      violations.report(
          attempt.taskId() + " of " + flow + " starts on " + node + ", which knows of " + one);
    }
    long knowable = Math.max(since.get(pause), lastTrouble(node));
    if (simulation.nowNanos() - knowable > IN_FORCE_NANOS) {
      violations.report(
          attempt.taskId() + " of " + flow + " starts on " + node + " though " + pause + " holds");
    }
  }

  private @Nullable Pause oldest(String bucket, Flow flow) {
    Pause found = null;
    for (Map.Entry<Pause, Long> entry : since.entrySet()) {
      Pause pause = entry.getKey();
      boolean older = found == null || entry.getValue() < since.get(found);
      if (older && pause.matches(bucket, flow.type(), flow.key())) {
        found = pause;
      }
    }
    return found;
  }

  static String bucket(String type) {
    return type.equals(Types.SHAKY) ? Types.SIDE_BUCKET : BucketOptions.DEFAULT;
  }

  private long lastTrouble(SimulatedNode node) {
    return Math.max(troubled.getOrDefault(node, 0L), node.thawedNanos());
  }

  @Override
  public void claiming(SimulatedNode by, Collection<UUID> ids) {
    for (UUID id : ids) {
      Task task = history.rows().getOrDefault(id, History.Row.GONE).live();
      if (task != null) {
        claiming(by, task.id(), task.spec().bucket(), task.spec().flow());
      }
    }
  }

  private void claiming(SimulatedNode by, UUID id, String bucket, Flow flow) {
    for (Pause pause : knownFor(HEEDED_NANOS, by, bucket, flow)) {
      violations.report(id + " is requested by " + by + ", which knows of " + pause);
    }
  }

  /**
   * Returns the pauses of this flow that are in force and that the node has known for longer than
   * this.
   */
  private List<Pause> knownFor(long nanos, SimulatedNode node, String bucket, Flow flow) {
    List<Pause> found = new ArrayList<>();
    known
        .getOrDefault(node, new TreeMap<>())
        .forEach(
            (pause, learnt) -> {
              Long began = since.get(pause);
              boolean fences = began != null && began <= learnt;
              long heedable = Math.max(learnt, node.thawedNanos());
              if (fences
                  && simulation.nowNanos() - heedable > nanos
                  && pause.matches(bucket, flow.type(), flow.key())) {
                found.add(pause);
              }
            });
    return found;
  }

  @Override
  public void paused(Pause pause, boolean inForce) {
    if (inForce) {
      since.putIfAbsent(pause, simulation.nowNanos());
    } else {
      since.remove(pause);
    }
  }

  @Override
  public void learnt(SimulatedNode node, List<Paused> pauses) {
    String thread = simulation.running().toString();
    if (thread.endsWith("/pauser") || thread.endsWith("/reader")) {
      // A list for people, or an explanation, does not inform the engine.
      return;
    }
    TreeMap<Pause, Long> before = known.getOrDefault(node, new TreeMap<>());
    TreeMap<Pause, Long> now = new TreeMap<>();
    for (Paused paused : pauses) {
      Long first = before.get(paused.pause());
      Long began = since.get(paused.pause());
      boolean same = first != null && began != null && began <= first;
      now.put(paused.pause(), same ? first : Long.valueOf(simulation.nowNanos()));
    }
    known.put(node, now);
  }

  @Override
  public void troubled(SimulatedNode node, long untilNanos) {
    troubled.merge(node, untilNanos, Math::max);
  }

  @Override
  public void changed(RowChange change) {
    Task before = change.before().live();
    Task after = change.after().live();
    if (before == null || after == null || !before.position().status().equals(Status.RUNNING)) {
      return;
    }
    if (after.position().status() == Status.RUNNING
        && after.position().version() > before.position().version()) {
      nextLegs.add(new Leg(change.id(), after.position().version()));
    }
  }

  /** Ends all pauses, as an operator at the database does. */
  void resumeAll(SimulatedDatabase database) {
    for (Paused paused : new ArrayList<>(database.pauses())) {
      database.resume(paused.pause());
      paused(paused.pause(), false);
    }
  }

  @Override
  public void changed(SimulatedNode by, Verb verb, Collection<UUID> ids) {}

  @Override
  public void renewing(SimulatedNode by, List<ClaimFence> held) {}

  @Override
  public void rewound() {}
}
