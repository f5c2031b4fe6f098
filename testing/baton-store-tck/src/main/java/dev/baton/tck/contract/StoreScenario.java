package dev.baton.tck.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.AddResult;
import dev.baton.spi.core.CoreStore;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.task.internal.FinishedTask;
import dev.baton.task.internal.Task;
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

/** The steps of which tests of a store are made. Each stands by itself. */
public final class StoreScenario {
  /** A lease that doesn't end during a test. */
  public static final Duration LEASE = Duration.ofMinutes(5);

  /** A hint that doesn't expire during a test. */
  public static final Duration HINT_EXPIRY = Duration.ofMinutes(1);

  /** How long a finished task is kept, unless the test is about that. */
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

  /** Adds tasks at once. */
  public List<AddResult> addAll(List<TaskDraft> drafts) throws Exception {
    List<NewTask> tasks = drafts.stream().map(TaskDraft::build).toList();
    return store.insert(tasks);
  }

  /** A task that was added, as it is read. */
  public Task added(TaskDraft draft) throws Exception {
    assertThat(add(draft)).isEqualTo(new AddResult.Added(draft.id()));
    return find(draft.id());
  }

  /** A task that was added and claimed. */
  public Task claimed(TaskDraft draft, UUID owner) throws Exception {
    return claim(added(draft), owner);
  }

  /** The task after this owner claimed it. */
  public Task claim(Task ready, UUID owner) {
    List<Task> claimed = store.claim(owner, LEASE, List.of(request(ready)));
    assertThat(claimed).as("claimed tasks").hasSize(1);
    return claimed.get(0);
  }

  /** The task after it was added, claimed and done. */
  public FinishedTask done(TaskDraft draft, Duration keep) throws Exception {
    Task held = claimed(draft, UUID.randomUUID());
    applied(HolderRules.done(held, null, keep));
    return store.findFinished(draft.id()).orElseThrow();
  }

  /** Applies a transition that must apply. */
  public void applied(Transition transition) {
    assertThat(store.apply(List.of(transition))).as("%s", transition).containsExactly(true);
  }

  /** Applies a transition that must not. */
  public void refused(Transition transition) {
    assertThat(store.apply(List.of(transition))).as("%s", transition).containsExactly(false);
  }

  /** The live task, which must be there. */
  public Task find(UUID id) {
    return store.find(id).orElseThrow(() -> new AssertionError("No live task " + id));
  }

  /** The finished task, which must be there. */
  public FinishedTask finished(UUID id) {
    return store.findFinished(id).orElseThrow(() -> new AssertionError("No finished task " + id));
  }

  /** What a node asks for when it claims this task. */
  public static ClaimRequest request(Task ready) {
    return new ClaimRequest(ready.id(), ready.position().version(), 3);
  }

  /** How this task is held. */
  public static ClaimFence fence(Task held) {
    UUID owner = held.position().owner();
    if (owner == null) {
      throw new AssertionError("No node holds " + held);
    }
    return new ClaimFence(held.id(), held.position().version(), owner);
  }

  /** Starts this on another thread, where no transaction is open. */
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

  /** The answer of something that must not block. */
  public static <T> T promptly(Callable<T> step) throws Exception {
    return answer(elsewhere(step));
  }

  /** The answer of what was started elsewhere. */
  public static <T> T answer(CompletableFuture<T> started) throws Exception {
    try {
      return started.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError("Failed on another thread", e.getCause());
    }
  }

  /** Sees that something started elsewhere doesn't come to its end yet. */
  public static void stillWaits(CompletableFuture<?> started) throws Exception {
    try {
      Object answer = started.get(60, TimeUnit.MILLISECONDS);
      throw new AssertionError("It didn't wait but answered " + answer);
    } catch (TimeoutException expected) {
      assertThat(started).isNotDone();
    }
  }

  /** Runs this on so many threads at the same moment; the answers in the order of the threads. */
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
