package dev.baton.tck.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.AddResult;
import dev.baton.spi.core.CoreStore;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.Transition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The steps that tests of a store consist of. Each step is independent. */
public final class StoreScenario {
  /** A lease that doesn't end during a test. */
  public static final Duration LEASE = Duration.ofMinutes(5);

  /** A hint that doesn't expire during a test. */
  public static final Duration HINT_EXPIRY = Duration.ofMinutes(1);

  /** Retention of finished tasks, unless a test is about retention. */
  public static final Duration KEEP = Duration.ofDays(1);

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final CoreStore store;

  public StoreScenario(CoreStore store) {
    this.store = store;
  }

  /** Adds a task. */
  public AddResult add(TaskDraft draft) throws Exception {
    return addAll(List.of(draft)).get(0);
  }

  /** Adds several tasks in one call. */
  public List<AddResult> addAll(List<TaskDraft> drafts) throws Exception {
    List<NewTask> tasks = drafts.stream().map(TaskDraft::build).toList();
    return store.insert(tasks);
  }

  /** Adds a task and returns it as read from the store. */
  public Task added(TaskDraft draft) throws Exception {
    assertThat(add(draft)).isEqualTo(new AddResult.Added(draft.id()));
    return find(draft.id());
  }

  /** Adds and claims a task. */
  public Task claimed(TaskDraft draft, UUID owner) throws Exception {
    return claim(added(draft), owner);
  }

  /** Claims the task for this owner and returns it. */
  public Task claim(Task ready, UUID owner) {
    List<Task> claimed = store.claim(owner, LEASE, List.of(request(ready)));
    assertThat(claimed).as("claimed tasks").hasSize(1);
    return claimed.get(0);
  }

  /** Adds, claims and completes a task. */
  public FinishedTask done(TaskDraft draft, Duration keep) throws Exception {
    Task held = claimed(draft, UUID.randomUUID());
    applied(HolderRules.done(held, null, keep));
    return store.findFinished(draft.id()).orElseThrow();
  }

  /** Applies a transition and asserts that it was applied. */
  public void applied(Transition transition) {
    assertThat(store.apply(List.of(transition))).as("%s", transition).containsExactly(true);
  }

  /** Applies a transition and asserts that it was refused. */
  public void refused(Transition transition) {
    assertThat(store.apply(List.of(transition))).as("%s", transition).containsExactly(false);
  }

  /** Returns the live task, which must exist. */
  public Task find(UUID id) {
    return store.find(id).orElseThrow(() -> new AssertionError("No live task " + id));
  }

  /** Returns the finished task, which must exist. */
  public FinishedTask finished(UUID id) {
    return store.findFinished(id).orElseThrow(() -> new AssertionError("No finished task " + id));
  }

  /** Returns the request with which a node claims this task. */
  public static ClaimRequest request(Task ready) {
    return new ClaimRequest(ready.id(), ready.position().version(), 3);
  }

  /** Returns the fence that owns this task. */
  public static ClaimFence fence(Task held) {
    UUID owner = held.position().owner();
    if (owner == null) {
      throw new AssertionError("No node runs " + held);
    }
    return new ClaimFence(held.id(), held.position().version(), owner);
  }

  /** Starts this on another thread, which has no open transaction. */
  public static <T> CompletableFuture<T> elsewhere(Callable<T> step) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                result.complete(step.call());
              } catch (Throwable failure) {
                result.completeExceptionally(failure);
              }
            },
            "contract");
    thread.setDaemon(true);
    thread.start();
    return result;
  }

  /** Returns the result of a step that must not block. */
  public static <T> T promptly(Callable<T> step) throws Exception {
    return answer(elsewhere(step));
  }

  /** Waits for a step that was started on another thread and returns its result. */
  public static <T> T answer(CompletableFuture<T> started) throws Exception {
    try {
      return started.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError("Failed on another thread", e.getCause());
    }
  }

  /** Asserts that a step that was started on another thread is still waiting. */
  public static void stillWaits(CompletableFuture<?> started) throws Exception {
    try {
      Object answer = started.get(60, TimeUnit.MILLISECONDS);
      throw new AssertionError("It didn't wait but returned " + answer);
    } catch (TimeoutException expected) {
      assertThat(started).isNotDone();
    }
  }

  /**
   * Runs this on several threads at the same time. Returns the results in the order of the threads.
   */
  public static <T> List<T> race(int threads, Callable<T> step) throws Exception {
    CyclicBarrier start = new CyclicBarrier(threads);
    List<CompletableFuture<T>> runners = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      runners.add(
          elsewhere(
              () -> {
                start.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
                return step.call();
              }));
    }
    List<T> answers = new ArrayList<>();
    for (CompletableFuture<T> runner : runners) {
      answers.add(answer(runner));
    }
    return answers;
  }
}
