package dev.baton.tck.contract.order;

import dev.baton.api.AddResult;
import dev.baton.task.Status;
import dev.baton.task.row.When;
import dev.baton.task.rule.AddRules;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.Waits;
import dev.baton.tck.contract.StoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** The steps that tests of ordered tasks consist of. */
abstract class OrderScenario implements StoreFixture {
  static final Duration KEEP = StoreScenario.KEEP;
  static final UUID OWNER = new UUID(7, 1);
  static final Instant LATER = Instant.parse("2080-01-01T00:00:00Z");

  final UUID add(String key) throws Exception {
    NewTask task = task(key);
    addAll(List.of(task));
    return task.id();
  }

  final List<AddResult> addAll(List<NewTask> tasks) throws Exception {
    return transactions().call(transaction -> store().insert(transaction, tasks));
  }

  static NewTask task(String key) {
    return task("T", key, null, Set.of());
  }

  static NewTask task(String type, String key, @Nullable When runAt, Set<UUID> ended) {
    return task(type, key, runAt, ended, Set.of());
  }

  static NewTask task(
      String type, String key, @Nullable When runAt, Set<UUID> ended, Set<UUID> done) {
    return inOrder(
        TaskDraft.of(type, AddRules.waiting(runAt, "")).withKey(key).build(), ended, done);
  }

  static NewTask inOrder(NewTask task, Set<UUID> ended, Set<UUID> done) {
    Waits waits = new Waits(done, ended, true, StoreScenario.HINT_EXPIRY, KEEP);
    return new NewTask(task.id(), task.spec(), task.placement(), task.keys(), waits);
  }

  static NewTask keyed(NewTask task, String unique) {
    NewTask keyed =
        TaskDraft.of("T", task.placement())
            .withId(task.id())
            .withKey(task.spec().key())
            .uniqueBy(unique)
            .build();
    return inOrder(keyed, Set.of(), Set.of());
  }

  static NewTask named(String key, UUID id) {
    NewTask named =
        TaskDraft.of("T", AddRules.waiting(null, "")).withId(id).withKey(key).uniqueById().build();
    return inOrder(named, Set.of(), Set.of());
  }

  final void done(UUID id) {
    given().applied(HolderRules.done(given().claim(given().find(id), OWNER), null, KEEP));
  }

  final void failed(UUID id) {
    given().applied(HolderRules.failed(given().claim(given().find(id), OWNER), "broke", KEEP));
  }

  final void cancel(UUID id) {
    given().applied(OperatorRules.cancel(given().find(id), "not needed", KEEP));
  }

  final void hold(UUID id) {
    given().applied(OperatorRules.hold(given().find(id)));
  }

  final void letGo(UUID id) {
    given().applied(OperatorRules.release(given().find(id), LATER, StoreScenario.HINT_EXPIRY));
  }

  final Status status(UUID id) {
    return given().find(id).position().status();
  }

  final List<Status> statuses(UUID... ids) {
    return Arrays.stream(ids).map(this::status).toList();
  }

  static UUID[] ids(List<NewTask> tasks) {
    return tasks.stream().map(NewTask::id).toArray(UUID[]::new);
  }

  /** A transaction on its own thread that stays open until it is closed. */
  final class Open implements AutoCloseable {
    private final CountDownLatch end = new CountDownLatch(1);
    private final CompletableFuture<List<NewTask>> given = new CompletableFuture<>();
    private final CompletableFuture<Boolean> inserted = new CompletableFuture<>();
    private final CompletableFuture<Boolean> ended;
    private volatile boolean commits = true;

    Open() {
      ended = StoreScenario.elsewhere(this::run);
    }

    private boolean run() throws Exception {
      try {
        return transactions()
            .call(
                transaction -> {
                  inserted.complete(!store().insert(transaction, given.get()).isEmpty());
                  end.await();
                  if (!commits) {
                    throw new IllegalStateException("to be rolled back");
                  }
                  return true;
                });
      } catch (IllegalStateException rolledBack) {
        return false;
      }
    }

    void add(NewTask task) throws Exception {
      given.complete(List.of(task));
      StoreScenario.answer(inserted);
    }

    void rollBack() {
      commits = false;
    }

    @Override
    public void close() throws Exception {
      end.countDown();
      StoreScenario.answer(ended);
    }
  }
}
