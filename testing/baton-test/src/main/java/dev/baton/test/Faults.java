package dev.baton.test;

import dev.baton.api.TaskType;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.hook.TaskInterceptor;
import dev.baton.task.rule.Transition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What goes wrong in a test, each once: said before it is to happen. Of several faults of one type,
 * each attempt meets one, in the order in which they were said. Thread-safe.
 */
public final class Faults {

  /** What becomes of a commit. */
  enum CommitFault {
    NONE,
    REFUSED,
    ANSWER_LOST
  }

  private enum Kind {
    FAIL_BEFORE("fail it before its handler"),
    FAIL_AFTER("fail it after its handler"),
    LOSE_NODE_BEFORE("lose the node before its handler"),
    LOSE_NODE_AFTER("lose the node after its handler"),
    LOSE_ANSWER("lose the answer when its end is written"),
    REFUSE_COMMIT("refuse the commit of its transaction"),
    LOSE_COMMIT_ANSWER("lose the answer of its commit");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  private record Planned(String type, Kind kind, @Nullable Exception exception) {
    @Override
    public String toString() {
      return "next attempt of " + type + ": " + kind.words;
    }
  }

  private final List<Planned> planned = new ArrayList<>();
  private final Set<UUID> unanswered = new HashSet<>();
  private final ThreadLocal<CommitFault> commit = ThreadLocal.withInitial(() -> CommitFault.NONE);
  private int unansweredClaims;

  Faults() {}

  /** The next attempt of this type fails with this, and its handler isn't called. */
  public void failNext(TaskType<?, ?> type, Exception with) {
    failNext(type.name(), with);
  }

  /** The next attempt of this type fails with this, and its handler isn't called. */
  public void failNext(String type, Exception with) {
    plan(type, Kind.FAIL_BEFORE, with);
  }

  /** The next attempt of this type fails with this after its handler has done its work. */
  public void failAfterNext(TaskType<?, ?> type, Exception with) {
    failAfterNext(type.name(), with);
  }

  /** The next attempt of this type fails with this after its handler has done its work. */
  public void failAfterNext(String type, Exception with) {
    plan(type, Kind.FAIL_AFTER, with);
  }

  /** The node dies as the next attempt of this type begins, before its handler is called. */
  public void loseNodeBefore(TaskType<?, ?> type) {
    loseNodeBefore(type.name());
  }

  /** The node dies as the next attempt of this type begins, before its handler is called. */
  public void loseNodeBefore(String type) {
    plan(type, Kind.LOSE_NODE_BEFORE, null);
  }

  /**
   * The node dies when the handler of the next attempt of this type has done its work, and before
   * that is written. Effects in the handler's transaction are rolled back; all others have
   * happened. Another node takes the task when its lease is over; {@link TestBaton#untilEnded}
   * waits for that.
   */
  public void loseNodeAfter(TaskType<?, ?> type) {
    loseNodeAfter(type.name());
  }

  /** As {@link #loseNodeAfter(TaskType)}. */
  public void loseNodeAfter(String type) {
    plan(type, Kind.LOSE_NODE_AFTER, null);
  }

  /**
   * The next attempt of this type ends and its end is written, but the node doesn't learn that. Not
   * for transactional handlers; for them, {@link #loseCommitAnswerOf}.
   */
  public void loseAnswerOf(TaskType<?, ?> type) {
    loseAnswerOf(type.name());
  }

  /** As {@link #loseAnswerOf(TaskType)}. */
  public void loseAnswerOf(String type) {
    plan(type, Kind.LOSE_ANSWER, null);
  }

  /** The next claim is written, but the node doesn't learn that. */
  public synchronized void loseAnswerOfClaim() {
    unansweredClaims++;
  }

  /** The transaction of the next attempt of this type is rolled back instead of committed. */
  public void failCommitOf(TaskType<?, ?> type) {
    failCommitOf(type.name());
  }

  /** As {@link #failCommitOf(TaskType)}. */
  public void failCommitOf(String type) {
    plan(type, Kind.REFUSE_COMMIT, null);
  }

  /** The transaction of the next attempt of this type is committed, and the answer lost. */
  public void loseCommitAnswerOf(TaskType<?, ?> type) {
    loseCommitAnswerOf(type.name());
  }

  /** As {@link #loseCommitAnswerOf(TaskType)}. */
  public void loseCommitAnswerOf(String type) {
    plan(type, Kind.LOSE_COMMIT_ANSWER, null);
  }

  /** The next commit on this thread, the code under test's own, is refused and rolled back. */
  public void failNextCommit() {
    commit.set(CommitFault.REFUSED);
  }

  /** The next commit on this thread, the code under test's own, is made, and the answer lost. */
  public void loseNextCommitAnswer() {
    commit.set(CommitFault.ANSWER_LOST);
  }

  /** What was said and hasn't happened yet, in words; empty when all has. */
  public synchronized List<String> pending() {
    List<String> words = new ArrayList<>();
    planned.forEach(fault -> words.add(fault.toString()));
    if (unansweredClaims > 0) {
      words.add("lose the answer of " + unansweredClaims + " claim(s)");
    }
    if (!unanswered.isEmpty()) {
      words.add("lose the answer when the end of " + unanswered + " is written");
    }
    if (commit.get() != CommitFault.NONE) {
      words.add("the next commit on this thread: " + commit.get());
    }
    return words;
  }

  /**
   * What a test extension calls when a test has passed: one that passes without what it has
   * announced hasn't tested it.
   *
   * @throws AssertionError when something that was said hasn't happened
   */
  public void requireHappened() {
    if (!pending().isEmpty()) {
      throw new AssertionError(
          "The test is over, and this fault that it announced has not happened: " + pending());
    }
  }

  private synchronized void plan(String type, Kind kind, @Nullable Exception exception) {
    planned.add(new Planned(type, kind, exception));
  }

  private synchronized @Nullable Planned take(String type) {
    Iterator<Planned> all = planned.iterator();
    while (all.hasNext()) {
      Planned one = all.next();
      if (one.type().equals(type)) {
        all.remove();
        return one;
      }
    }
    return null;
  }

  /** Lets attempts on a node meet what was said; {@code lose} makes that node die. */
  TaskInterceptor interceptor(Runnable lose) {
    return (attempt, inner) -> {
      Planned fault = take(attempt.type());
      return fault == null ? inner.proceed() : meet(fault, attempt, inner, lose);
    };
  }

  private CompletionStage<Outcome<?>> meet(
      Planned fault, Attempt attempt, TaskInterceptor.Inner inner, Runnable lose) throws Exception {
    if (fault.kind() == Kind.FAIL_BEFORE) {
      throw Objects.requireNonNull(fault.exception());
    }
    if (fault.kind() == Kind.LOSE_NODE_BEFORE) {
      lose.run();
    }
    return inner
        .proceed()
        .thenApply(
            outcome -> {
              afterwards(fault, attempt, lose);
              return outcome;
            });
  }

  private void afterwards(Planned fault, Attempt attempt, Runnable lose) {
    switch (fault.kind()) {
      case FAIL_AFTER -> throw new CompletionException(fault.exception());
      case LOSE_NODE_AFTER -> lose.run();
      case LOSE_ANSWER -> loseAnswer(attempt.taskId());
      case REFUSE_COMMIT -> commit.set(CommitFault.REFUSED);
      case LOSE_COMMIT_ANSWER -> commit.set(CommitFault.ANSWER_LOST);
      case FAIL_BEFORE, LOSE_NODE_BEFORE -> {}
    }
  }

  private synchronized void loseAnswer(UUID task) {
    unanswered.add(task);
  }

  CommitFault takeCommitFault() {
    CommitFault fault = commit.get();
    commit.remove();
    return fault;
  }

  static StoreUnavailableException refusedCommit() {
    return new StoreUnavailableException("The test refused this commit; it was rolled back");
  }

  /** Whether the answer to this verb of the task store is lost. */
  synchronized boolean losesAnswer(String verb, @Nullable Object @Nullable [] arguments) {
    if (verb.equals("claim") || verb.equals("claimWithin")) {
      boolean lost = unansweredClaims > 0;
      unansweredClaims = Math.max(0, unansweredClaims - 1);
      return lost;
    }
    if (!verb.equals("tryApply") && !verb.equals("apply")) {
      return false;
    }
    boolean lost = false;
    if (arguments != null && arguments.length == 1 && arguments[0] instanceof List<?> transitions) {
      for (Object each : transitions) {
        lost |= each instanceof Transition transition && unanswered.remove(transition.id());
      }
    }
    return lost;
  }
}
