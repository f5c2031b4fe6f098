package dev.baton.tck.simulation;

import static dev.baton.api.internal.RequestFields.withoutLocalDispatch;

import dev.baton.Baton;
import dev.baton.api.AddResult;
import dev.baton.api.Batch;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Transaction;
import dev.baton.api.Unique;
import dev.baton.api.error.CommitUnknownException;
import dev.baton.api.internal.RequestFields;
import dev.baton.spi.Transactions;
import dev.baton.task.Bytes;
import dev.baton.tck.simulation.sql.Trouble;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The application on one node. It adds tasks in transactions that commit, roll back, lose their
 * response, return to a savepoint, or take too long.
 */
final class Callers {
  private static final List<String> KINDS =
      List.of(
          Types.PLAIN,
          Types.PLAIN,
          Types.KEYED,
          Types.KEYED,
          Types.MONEY,
          Types.MONEY,
          Types.MONEY,
          Types.ONCE,
          Types.ONCE,
          Types.ASYNC,
          Types.FLOWING,
          Types.GATHER,
          Types.GATHER,
          Types.SHAKY,
          Types.ORDERED,
          Types.ORDERED,
          Types.TALK,
          Types.TALK,
          Types.ASKED,
          Types.ASKED_BARE);

  /** Kinds of adds that every store supports. */
  private static final List<String> KINDS_OF_CORE =
      KINDS.stream()
          .map(
              kind ->
                  switch (kind) {
                    case Types.MONEY, Types.GATHER, Types.ORDERED -> Types.NOTED;
                    default -> kind;
                  })
          .toList();

  private final World world;
  private final Baton baton;
  private final @Nullable Transactions transactions;
  private final Chance chance;

  /** The tasks and words that one transaction has added so far. */
  private static final class Added {
    final Set<UUID> kept = new LinkedHashSet<>();
    final Set<UUID> undone = new LinkedHashSet<>();
    boolean namesOthers;
    final Set<String> words = new LinkedHashSet<>();
    final Set<String> undoneWords = new LinkedHashSet<>();
  }

  /** Label of tasks that have the key k1, with the key as its value. */
  static final String KEY_LABEL = "key";

  Callers(World world, Member member) {
    this.world = world;
    // The current node. After it has stopped, another node may replace it.
    this.baton = member.baton();
    this.transactions = world.isCore() ? null : member.transactions();
    this.chance = member.node().chance().split();
  }

  /** Adds tasks until the faults end, at most {@code most} times. */
  void run(int most) {
    for (int i = 0; i < most && !world.isCalm(); i++) {
      world.simulation().pass(chance.millis(0, 900));
      try {
        if (world.takesTurns() && chance.happens(0.1)) {
          crowd();
          continue;
        }
        if (world.hasWork() && chance.happens(0.5)) {
          work();
          continue;
        }
        add(world.scenario().flood() ? chance.nextInt(9) : chance.nextInt(7));
      } catch (RuntimeException asCallersMeetThem) {
        world.simulation().line(() -> "the caller gets " + asCallersMeetThem.getMessage());
      }
    }
  }

  private void work() {
    Added added = new Added();
    int rewinds = world.history().rewinds();
    TaskRequest<?, ?> request = request(Types.WORK, "x");
    long began = world.simulation().nowNanos();
    note(added, began, request, List.of(baton.tasks().add(request)));
    mustBeThere(added, rewinds);
  }

  private void add(int how) {
    switch (how) {
      case 7, 8 -> flood();
      case 2 -> many();
      case 0, 1 -> alone();
      default -> {
        if (world.isCore()) {
          alone();
        } else if (how == 3) {
          batch();
        } else {
          inTransaction();
        }
      }
    }
  }

  private void alone() {
    Added added = new Added();
    int rewinds = world.history().rewinds();
    TaskRequest<?, ?> request = perhapsAfter(request(), added);
    long began = world.simulation().nowNanos();
    note(added, began, request, List.of(baton.tasks().add(request)));
    mustBeThere(added, rewinds);
  }

  private void many() {
    Added added = new Added();
    int rewinds = world.history().rewinds();
    List<TaskRequest<?, ?>> requests = new ArrayList<>();
    for (int i = chance.between(2, 12); i > 0; i--) {
      requests.add(request());
    }
    long began = world.simulation().nowNanos();
    List<AddResult> results = baton.tasks().addAll(requests);
    for (int i = 0; i < results.size(); i++) {
      note(added, began, requests.get(i), List.of(results.get(i)));
    }
    mustBeThere(added, rewinds);
  }

  /** Adds as many tasks as one claim and one completion process at once, of one type or mixed. */
  private void flood() {
    Added added = new Added();
    int rewinds = world.history().rewinds();
    boolean keyed = chance.nextBoolean();
    boolean named = chance.happens(0.3);
    // Tasks that are due at once are claimed in batches of full size.
    Duration delay = chance.happens(0.4) ? chance.millis(100, 1_500) : null;
    List<TaskRequest<?, ?>> requests = new ArrayList<>();
    for (int i = delay == null ? chance.between(64, 150) : chance.between(120, 250); i > 0; i--) {
      TaskRequest<?, ?> request = TaskType.of(Types.FLOOD, Bytes.class).with(Bytes.of("x"));
      request = delay == null ? request : request.runIn(delay);
      request = keyed && delay == null ? request.key("f" + chance.nextInt(5)) : request;
      requests.add(named ? request.id(new UUID(chance.nextLong(), chance.nextLong())) : request);
    }
    long began = world.simulation().nowNanos();
    List<AddResult> results = baton.tasks().addAll(requests);
    for (int i = 0; i < results.size(); i++) {
      note(added, began, requests.get(i), List.of(results.get(i)));
    }
    mustBeThere(added, rewinds);
  }

  /**
   * Adds many tasks of one key at once, and then some of other keys one by one. The keys take
   * turns.
   */
  void crowd() {
    String big = "big" + chance.nextInt(2);
    addFair(chance.between(15, 40), big);
    for (int i = chance.between(4, 12); i > 0; i--) {
      world.simulation().pass(chance.millis(0, 900));
      addFair(1, "small" + chance.nextInt(4));
    }
  }

  private void addFair(int many, String key) {
    Added added = new Added();
    int rewinds = world.history().rewinds();
    TaskRequest<?, ?> request =
        TaskType.of(Types.FAIR, Bytes.class).clearPayload().with(Bytes.of("x")).key(key);
    long began = world.simulation().nowNanos();
    List<AddResult> results = baton.tasks().addAll(Collections.nCopies(many, request));
    note(added, began, request, results);
    mustBeThere(added, rewinds);
    if (world.isCalm()) {
      results.forEach(result -> world.turns().added(result.taskId()));
    }
  }

  private void batch() {
    Added added = new Added();
    int rewinds = world.history().rewinds();
    List<TaskRequest<?, ?>> requests = new ArrayList<>();
    for (int i = chance.between(0, 6); i > 0; i--) {
      requests.add(request());
    }
    Batch batch = Batch.of(requests);
    TaskRequest<?, ?> then = request();
    TaskRequest<?, ?> whenAllEnded = request();
    if (!RequestFields.of(then).isOnHold()) {
      batch = batch.whenAllDone(then);
    }
    if (!RequestFields.of(whenAllEnded).isOnHold()) {
      batch = batch.whenAllEnded(whenAllEnded);
    }
    long began = world.simulation().nowNanos();
    Batch.Added results = baton.tasks().addBatch(batch);
    for (int i = 0; i < requests.size(); i++) {
      note(added, began, requests.get(i), List.of(results.tasks().get(i)));
    }
    results.following().stream()
        .filter(AddResult::wasAdded)
        .forEach(result -> added.kept.add(result.taskId()));
    mustBeThere(added, rewinds);
  }

  /** Adds waits to some requests: for tasks of this transaction, or for any task ever added. */
  private TaskRequest<?, ?> perhapsAfter(TaskRequest<?, ?> request, Added added) {
    if (RequestFields.of(request).isOnHold() || !chance.happens(0.3)) {
      return request;
    }
    List<UUID> known = new ArrayList<>(added.kept);
    known.addAll(added.undone);
    if (known.isEmpty() || chance.nextBoolean()) {
      known.addAll(world.history().rows().keySet());
      added.namesOthers = true;
    }
    TaskRequest<?, ?> after = request;
    for (int i = known.isEmpty() ? 0 : chance.between(1, 4); i > 0; i--) {
      UUID one = chance.oneOf(known);
      if (!one.equals(RequestFields.of(request).id())) {
        after =
            chance.nextBoolean() ? after.waitForDone(List.of(one)) : after.waitForEnd(List.of(one));
      }
    }
    return after;
  }

  private void inTransaction() {
    Added added = new Added();
    int rewinds = world.history().rewinds();
    boolean commits = chance.happens(0.75);
    try {
      Objects.requireNonNull(transactions)
          .call(
              transaction -> {
                work(transaction, added);
                if (!commits) {
                  throw new Mishap("no business today");
                }
                return true;
              });
    } catch (CommitUnknownException unknown) {
      return;
    } catch (Exception rolledBack) {
      added.kept.forEach(world.runs()::neverWas);
      added.undone.forEach(world.runs()::neverWas);
      added.words.forEach(world.merges()::neverWas);
      added.undoneWords.forEach(world.merges()::neverWas);
      return;
    }
    mustBeThere(added, rewinds);
    added.undone.forEach(world.runs()::neverWas);
    added.undoneWords.forEach(world.merges()::neverWas);
  }

  private void work(Transaction transaction, Added added) {
    for (int i = chance.between(1, 3); i > 0; i--) {
      boolean undone = chance.happens(0.25);
      Runnable goBack = undone ? world.database().savepoint(transaction) : () -> {};
      TaskRequest<?, ?> request = perhapsAfter(request(), added);
      added.namesOthers |= RequestFields.of(request).isOrdered();
      long began = world.simulation().nowNanos();
      AddResult result =
          chance.nextBoolean()
              ? baton.tasks().add(transaction, request)
              : baton.tasks().add(request);
      if (undone) {
        goBack.run();
        world.met(Trouble.SAVEPOINT_UNDONE);
        if (result.wasAdded()) {
          added.undone.add(result.taskId());
        }
        if (request.type().name().equals(Types.GATHER)) {
          added.undoneWords.add(word(request));
        }
      } else {
        note(added, began, request, List.of(result));
      }
    }
    Duration lease = world.scenario().settings().lease();
    // A lease that expires before the commit is lost. A mild world loses no lease.
    boolean mild = world.scenario().mood() == Scenario.Mood.MILD;
    // Nor does a mild world block a renewal, which a long transaction could do: it locks the tasks
    // that it waits for.
    switch (mild && added.namesOthers ? 11 : chance.nextInt(12)) {
      case 0 -> world.simulation().pass(lease.dividedBy(2));
      case 1 -> {
        world.simulation().pass(mild ? lease.dividedBy(3) : lease.plusMillis(500));
        if (!mild) {
          world.met(Trouble.OPEN_PAST_A_LEASE);
        }
      }
      default -> world.simulation().pass(chance.millis(0, 5));
    }
  }

  private void note(Added added, long began, TaskRequest<?, ?> asked, List<AddResult> results) {
    RequestFields request = RequestFields.of(asked);
    for (AddResult result : results) {
      UUID id = result.taskId();
      if (!result.wasAdded()) {
        boolean own = added.kept.contains(id) || added.undone.contains(id);
        if (request.id() == null && request.uniqueKey() == null) {
          world.violations().report("an add without a key returns that " + id + " exists");
        }
        if (!own && !world.history().wasCommitted(id)) {
          world.violations().report("an add returns " + id + ", which no checker knows");
        }
      }
      if (result.usesSubmittedPayload() && request.type().equals(Types.GATHER)) {
        added.words.add(word(asked));
      }
      if (result.wasAdded()) {
        added.kept.add(result.taskId());
        world.cleared().added(result.taskId(), world.clears(request.type()));
        if (request.runAt() != null) {
          // The clock may have been set back between the begin of the call and the insert.
          Instant earliest = world.database().earliestSince(began);
          world.runs().notBefore(result.taskId(), request.runAt().from(earliest));
        }
      }
    }
  }

  private static String word(TaskRequest<?, ?> request) {
    return Objects.requireNonNull(RequestFields.of(request).payload()).toText();
  }

  private void mustBeThere(Added added, int rewindsBefore) {
    if (world.history().rewinds() == rewindsBefore) {
      added.words.forEach(world.merges()::taken);
    }
    for (UUID id : added.kept) {
      if (!world.history().wasCommitted(id) && world.history().rewinds() == rewindsBefore) {
        world.violations().report("task " + id + " is lost, although its commit was acknowledged");
      }
    }
  }

  private TaskRequest<?, ?> request() {
    String type = chance.oneOf(world.isCore() ? KINDS_OF_CORE : KINDS);
    int priority = chance.nextInt(10);
    if (type.equals(Types.GATHER)) {
      return gathered(type, priority);
    }
    TaskRequest<?, ?> request = request(type, "x").priority(priority);
    if (type.equals(Types.KEYED) || type.equals(Types.SHAKY)) {
      // SHAKY has many keys, KEYED has few.
      String key = "k" + chance.nextInt(type.equals(Types.SHAKY) ? 20 : 3);
      request = request.key(key);
      request = key.equals("k1") && !world.isCore() ? request.label(KEY_LABEL, key) : request;
    }
    if (type.equals(Types.ASYNC) && !world.isCore()) {
      // Tasks of ASYNC are not kept for long, so the label is deleted within the run.
      request = request.label("kind", type);
    }
    if (chance.happens(0.2)) {
      request = request.runIn(chance.millis(0, 9_000));
    }
    Unique unique = null;
    if (chance.happens(world.isCore() ? 0.4 : 0.2)) {
      // Few keys, so that adders conflict. Stores without transactions write a key and its task one
      // after the other.
      String key = "u" + chance.nextInt(world.isCore() ? 1 : 3);
      unique = Unique.whileLive(key);
      request = request.unique(unique).context(UniqueCheck.ENTRY, key);
    }
    if (type.equals(Types.ORDERED)) {
      return RequestFields.ordered(request.key("o" + chance.nextInt(3)));
    }
    if (chance.happens(0.1)) {
      Unique own = Unique.id(new UUID(chance.nextLong(), chance.nextLong()));
      request = request.unique(unique == null ? own : own.and(unique));
    }
    if (chance.happens(0.05)) {
      request = request.onHold();
    }
    return chance.happens(0.2) ? withoutLocalDispatch(request) : request;
  }

  private TaskRequest<Bytes, Void> request(String type, String payload) {
    TaskType<Bytes, Void> plain = TaskType.of(type, Bytes.class);
    return (world.clears(type) ? plain.clearPayload() : plain).with(Bytes.of(payload));
  }

  /**
   * Returns a request whose key often conflicts with a live task, mostly before that task begins.
   */
  private TaskRequest<?, ?> gathered(String type, int priority) {
    String key = "g" + chance.nextInt(3);
    return request(type, world.merges().word())
        .priority(priority)
        .runIn(chance.millis(0, 2_000))
        .unique(Unique.whileLive(key), MergeCheck.APPEND)
        .context(UniqueCheck.ENTRY, key);
  }
}
