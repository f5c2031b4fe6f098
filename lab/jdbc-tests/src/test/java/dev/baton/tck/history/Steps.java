package dev.baton.tck.history;

import dev.baton.api.AddResult;
import dev.baton.spi.Transactions;
import dev.baton.spi.core.ReadyTasks.FetchRequest;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.Flow;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskKey;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.NodeStart;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.Transition;
import dev.baton.tck.contract.StoreFixture;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Draws the steps of a history. It reads the state of the tasks from one side. */
final class Steps {
  private static final Duration HINT_EXPIRY = Duration.ofMinutes(1);
  private static final int ALL = 1_000;

  private final Random random;
  private final Drafts drafts;
  private final Side known;
  private final List<UUID> ids = new ArrayList<>();
  private final Map<UUID, List<TaskKey>> keysOf = new LinkedHashMap<>();
  private final Map<String, UUID> lastToTake = new LinkedHashMap<>();

  Steps(long seed, Side known) {
    random = new Random(seed);
    drafts = new Drafts(random);
    this.known = known;
  }

  Step any() {
    return switch (ids.isEmpty() ? 0 : random.nextInt(20)) {
      case 0, 1, 2 -> insert();
      case 3, 4, 5 -> claim();
      case 6, 7, 8, 9 -> apply();
      case 10, 11 -> applyInTransaction();
      case 12 -> hold(random.nextBoolean());
      case 13 -> heldBy();
      case 14, 15 -> fetch();
      case 16 -> due();
      case 17 -> overdue();
      case 18 -> prune();
      default -> runAgain();
    };
  }

  /** Reads everything. */
  Step lookAtAll() {
    List<UUID> all = List.copyOf(new TreeSet<>(ids));
    return new Step(
        "look at all tasks",
        side -> {
          StringBuilder found = new StringBuilder();
          for (UUID id : all) {
            found.append(Rendering.live(side.see(id))).append("\n    ");
            found.append(Rendering.kept(side.store().findFinished(id))).append("\n    ");
          }
          return found.toString();
        });
  }

  private Step insert() {
    List<NewTask> tasks = newTasks(1 + random.nextInt(5));
    boolean commits = random.nextInt(5) > 0;
    int undoneFrom = random.nextInt(4) == 0 ? random.nextInt(tasks.size()) : tasks.size();
    return new Step(
        "insert " + tasks.size() + " from " + undoneFrom + " undone, commits " + commits,
        side -> {
          List<AddResult> results = new ArrayList<>();
          inTransaction(
              side,
              commits,
              transaction -> {
                List<NewTask> kept = tasks.subList(0, undoneFrom);
                results.addAll(side.store().insert(transaction, kept));
                if (undoneFrom < tasks.size()) {
                  StoreFixture.Undo undo = side.fixture().savepoint(transaction);
                  List<NewTask> undone = tasks.subList(undoneFrom, tasks.size());
                  results.addAll(side.store().insert(transaction, undone));
                  undo.run();
                }
                return true;
              });
          if (commits) {
            remember(tasks.subList(0, undoneFrom), results);
          }
          return added(tasks, results);
        });
  }

  private Step claim() {
    UUID owner = drafts.owner();
    List<Integer> sightings = sightings(4);
    int fresh = random.nextInt(5);
    String bucket = random.nextBoolean() ? "default" : "Default";
    return new Step(
        "claim",
        side -> {
          List<FetchRequest> flows = flows(side.store().firstOfEachFlow(bucket, null, 2));
          // One version of each task, because it is undefined which of two versions counts. Sorted
          // by id, because the order of the fetched flows is undefined too.
          Map<UUID, ClaimRequest> requests = new TreeMap<>();
          for (Candidate each : side.store().fetch(bucket, flows, fresh)) {
            requests.put(each.id(), new ClaimRequest(each.id(), each.version(), fresh));
          }
          for (int index : sightings) {
            Task task = side.sighting(index);
            requests.putIfAbsent(
                task.id(), new ClaimRequest(task.id(), task.position().version(), 2));
          }
          StringBuilder answer = new StringBuilder();
          List<Task> claimed =
              side.store().claim(owner, Duration.ofMinutes(5), List.copyOf(requests.values()));
          side.saw(claimed);
          claimed.forEach(task -> answer.append(Rendering.task(task)).append("\n    "));
          return answer.toString();
        });
  }

  private Step apply() {
    List<Move> moves = moves(1 + random.nextInt(4));
    boolean tries = random.nextBoolean();
    return new Step(
        (tries ? "try to apply " : "apply ") + moves,
        side -> {
          List<Transition> transitions = new ArrayList<>();
          List<UUID> moved = new ArrayList<>();
          for (Move move : moves) {
            move.on(side)
                .filter(transition -> !moved.contains(transition.id()))
                .ifPresent(
                    transition -> {
                      transitions.add(transition);
                      moved.add(transition.id());
                    });
          }
          return transitions.stream().map(Transition::rule).toList()
              + " "
              + (tries ? tried(side, transitions) : side.store().apply(transitions));
        });
  }

  /**
   * Applies transitions of tasks that aren't BLOCKED: only the verb that waits for locks may write
   * BLOCKED tasks.
   */
  private static List<Verdict> tried(Side side, List<Transition> transitions) {
    return side.store()
        .tryApply(transitions.stream().filter(t -> t.guard().status() != Status.BLOCKED).toList());
  }

  private Step applyInTransaction() {
    Move move = moves(1).get(0);
    List<NewTask> tasks = newTasks(random.nextInt(2));
    boolean commits = random.nextInt(4) > 0;
    return new Step(
        "apply " + move + " and insert in a transaction, commits " + commits,
        side -> {
          Optional<Transition> transition = move.on(side);
          List<AddResult> results = new ArrayList<>();
          List<Boolean> applied = new ArrayList<>();
          inTransaction(
              side,
              commits,
              transaction -> {
                if (transition.isPresent()) {
                  applied.add(side.store().apply(transaction, transition.get()));
                }
                results.addAll(side.store().insert(transaction, tasks));
                return true;
              });
          if (commits) {
            remember(tasks, results);
          }
          return applied + " " + added(tasks, results);
        });
  }

  private Step hold(boolean renews) {
    List<Integer> sightings = sightings(6);
    return new Step(
        renews ? "renew" : "confirm",
        side -> {
          List<ClaimFence> fences = new ArrayList<>();
          for (int index : sightings) {
            Task task = side.sighting(index);
            UUID owner = task.position().owner();
            fences.add(
                new ClaimFence(
                    task.id(),
                    task.position().version(),
                    owner == null ? new NodeStart(0).owner(1) : owner));
          }
          return new TreeSet<>(
                  renews
                      ? side.store().renew(Duration.ofMinutes(7), fences).renewed()
                      : side.store().confirm(fences))
              .toString();
        });
  }

  private Step heldBy() {
    NodeStart node = drafts.node();
    @Nullable UUID after = random.nextBoolean() ? null : drafts.newId();
    int limit = 1 + random.nextInt(5);
    return new Step(
        "heldBy",
        side -> {
          List<Task> held = side.store().heldBy(node, after, limit);
          side.saw(held);
          return held.stream().map(Rendering::task).toList().toString();
        });
  }

  private Step fetch() {
    String bucket = random.nextBoolean() ? "default" : "Default";
    @Nullable Candidate after =
        random.nextBoolean() ? null : place(new Flow("Payout", ""), random.nextInt(10));
    int limit = 1 + random.nextInt(3);
    return new Step(
        "first of each flow, scan and fetch",
        side -> {
          List<Candidate> heads = side.store().firstOfEachFlow(bucket, after, limit);
          return heads.stream().map(Rendering::candidate).toList()
              + " "
              + side.store().scan(bucket, after, limit).stream().map(Rendering::candidate).toList()
              + " "
              + Rendering.byFlow(side.store().fetch(bucket, flows(heads), limit));
        });
  }

  /** Returns a place in the order of flows and priorities, whether or not a task has it. */
  private static Candidate place(Flow flow, int priority) {
    return new Candidate(new UUID(0, 0), 1, "default", flow, priority, Instant.EPOCH);
  }

  private static List<FetchRequest> flows(List<Candidate> heads) {
    return heads.stream().map(Candidate::flow).distinct().map(FetchRequest::all).toList();
  }

  private Step due() {
    int limit = 1 + random.nextInt(3);
    return new Step(
        "due",
        side ->
            side.store().due(HINT_EXPIRY, limit).stream()
                .map(Rendering::candidate)
                .toList()
                .toString());
  }

  private Step overdue() {
    int limit = 1 + random.nextInt(6);
    return new Step(
        "overdue",
        side -> {
          List<Task> found = side.store().overdue(limit);
          side.saw(found);
          return found.stream().map(Rendering::task).toList().toString();
        });
  }

  private Step prune() {
    return new Step("prune", side -> String.valueOf(side.store().prune(ALL)));
  }

  private Step runAgain() {
    UUID id = drafts.oneOf(ids);
    boolean stale = random.nextInt(4) == 0;
    if (isUndecided(id)) {
      return fetch();
    }
    return new Step(
        "run again " + id,
        side -> {
          Optional<FinishedTask> finished = side.store().findFinished(id);
          if (finished.isEmpty()) {
            return "-";
          }
          FinishedTask task = finished.get();
          long version = stale ? task.version() - 1 : task.version();
          return side.store()
              .runAgain(id, version, OperatorRules.runAgain(task, null, HINT_EXPIRY))
              .toString();
        });
  }

  /**
   * Returns whether stores may differ for this task, because another task had its key in between
   * and the key is now free.
   */
  private boolean isUndecided(UUID id) {
    for (TaskKey key : keysOf.getOrDefault(id, List.of())) {
      UUID last = lastToTake.get(key.kind() + key.text());
      if (last != null && !last.equals(id) && known.store().find(last).isEmpty()) {
        return true;
      }
    }
    return known.store().find(id).isPresent();
  }

  private List<NewTask> newTasks(int count) {
    List<NewTask> tasks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      TaskDraft draft = drafts.any();
      tasks.add(draft.build());
    }
    return tasks;
  }

  private void remember(List<NewTask> tasks, List<AddResult> results) {
    for (int i = 0; i < tasks.size(); i++) {
      NewTask task = tasks.get(i);
      if (results.get(i).wasAdded() && !ids.contains(task.id())) {
        ids.add(task.id());
      }
      if (results.get(i).wasAdded()) {
        keysOf.put(task.id(), task.keys());
        // Without the type: if too many keys are counted as taken over, only a step is skipped.
        task.keys().forEach(key -> lastToTake.put(key.kind() + key.text(), task.id()));
      }
    }
  }

  private static String added(List<NewTask> tasks, List<AddResult> results) {
    List<String> answers = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      answers.add(Rendering.added(results.get(i), tasks.get(i).keys().size() <= 1));
    }
    return answers.toString();
  }

  private List<Integer> sightings(int most) {
    List<Integer> chosen = new ArrayList<>();
    for (int i = 0; i < most && known.sightings() > 0; i++) {
      chosen.add(random.nextInt(known.sightings()));
    }
    return chosen;
  }

  private List<Move> moves(int count) {
    List<Move> moves = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean stale = known.sightings() > 0 && random.nextInt(4) == 0;
      moves.add(
          new Move(
              drafts.oneOf(ids),
              stale ? random.nextInt(known.sightings()) : -1,
              new Transitions(random.nextInt(1_000), drafts.time(random.nextBoolean()), i == 0)));
    }
    return moves;
  }

  private static void inTransaction(Side side, boolean commits, Transactions.Work<Boolean> work)
      throws Exception {
    try {
      side.fixture()
          .transactions()
          .call(
              transaction -> {
                work.run(transaction);
                if (!commits) {
                  throw new RolledBack();
                }
                return true;
              });
    } catch (RolledBack expected) {
      // Each move as it was drawn.
    }
  }

  /** A move of one task, built from its current state or from an earlier read. */
  private record Move(UUID id, int sighting, Transitions transitions) {
    Optional<Transition> on(Side side) {
      return sighting < 0
          ? side.see(id).flatMap(transitions::from)
          : transitions.from(side.sighting(sighting));
    }
  }

  private static final class RolledBack extends Exception {
    private static final long serialVersionUID = 1L;
  }
}
