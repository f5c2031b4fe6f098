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
 * Faults that a test plans in advance. Each happens once. If several faults are planned for one
 * type, each attempt gets one, in the order of planning. Thread-safe.
 */
public final class Faults {

  /** The fault of a commit. */
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
    LOSE_ANSWER("lose the confirmation of its result"),
    REFUSE_COMMIT("refuse the commit of its transaction"),
    LOSE_COMMIT_ANSWER("lose the confirmation of its commit");

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

  /** Makes the next attempt of this type fail with this exception. Its handler isn't called. */
  public void failNext(TaskType<?, ?> type, Exception with) {
    failNext(type.name(), with);
  }

  /** Makes the next attempt of this type fail with this exception. Its handler isn't called. */
  public void failNext(String type, Exception with) {
    plan(type, Kind.FAIL_BEFORE, with);
  }

  /**
   * Makes the next attempt of this type fail with this exception after its handler has returned.
   */
  public void failAfterNext(TaskType<?, ?> type, Exception with) {
    failAfterNext(type.name(), with);
  }

  /**
   * Makes the next attempt of this type fail with this exception after its handler has returned.
   */
  public void failAfterNext(String type, Exception with) {
    plan(type, Kind.FAIL_AFTER, with);
  }

  /** Makes the node die when the next attempt of this type begins, before its handler is called. */
  public void loseNodeBefore(TaskType<?, ?> type) {
    loseNodeBefore(type.name());
  }

  /** Makes the node die when the next attempt of this type begins, before its handler is called. */
  public void loseNodeBefore(String type) {
    plan(type, Kind.LOSE_NODE_BEFORE, null);
  }

  /**
   * Makes the node die after the handler of the next attempt of this type has returned, and before
   * the result is written. Changes in the handler's transaction are rolled back; all other effects
   * remain. Another node takes the task when its lease expires; {@link TestBaton#untilEnded} waits
   * for that.
   */
  public void loseNodeAfter(TaskType<?, ?> type) {
    loseNodeAfter(type.name());
  }

  /** Does the same as {@link #loseNodeAfter(TaskType)}, for a type given by name. */
  public void loseNodeAfter(String type) {
    plan(type, Kind.LOSE_NODE_AFTER, null);
  }

  /**
   * Writes the end of the next attempt of this type, but the node doesn't receive the confirmation.
   * Not for transactional handlers; for them, use {@link #loseCommitAnswerOf}.
   */
  public void loseAnswerOf(TaskType<?, ?> type) {
    loseAnswerOf(type.name());
  }

  /** Does the same as {@link #loseAnswerOf(TaskType)}, for a type given by name. */
  public void loseAnswerOf(String type) {
    plan(type, Kind.LOSE_ANSWER, null);
  }

  /** Writes the next claim, but the node doesn't receive the confirmation. */
  public synchronized void loseAnswerOfClaim() {
    unansweredClaims++;
  }

  /** Makes the transaction of the next attempt of this type roll back instead of commit. */
  public void failCommitOf(TaskType<?, ?> type) {
    failCommitOf(type.name());
  }

  /** Does the same as {@link #failCommitOf(TaskType)}, for a type given by name. */
  public void failCommitOf(String type) {
    plan(type, Kind.REFUSE_COMMIT, null);
  }

  /**
   * Commits the transaction of the next attempt of this type, but the commit call fails as if the
   * confirmation were lost.
   */
  public void loseCommitAnswerOf(TaskType<?, ?> type) {
    loseCommitAnswerOf(type.name());
  }

  /** Does the same as {@link #loseCommitAnswerOf(TaskType)}, for a type given by name. */
  public void loseCommitAnswerOf(String type) {
    plan(type, Kind.LOSE_COMMIT_ANSWER, null);
  }

  /** Makes the next commit of the code under test on this thread fail and roll back. */
  public void failNextCommit() {
    commit.set(CommitFault.REFUSED);
  }

  /**
   * Makes the next commit of the code under test on this thread succeed in the database, but the
   * commit call fails as if the confirmation were lost.
   */
  public void loseNextCommitAnswer() {
    commit.set(CommitFault.ANSWER_LOST);
  }

  /**
   * Returns descriptions of the planned faults that haven't happened yet; empty if all have
   * happened.
   */
  public synchronized List<String> pending() {
    List<String> words = new ArrayList<>();
    planned.forEach(fault -> words.add(fault.toString()));
    if (unansweredClaims > 0) {
      words.add("lose the confirmation of " + unansweredClaims + " claim(s)");
    }
    if (!unanswered.isEmpty()) {
      words.add("lose the confirmation of the result of " + unanswered);
    }
    if (commit.get() != CommitFault.NONE) {
      words.add("the next commit on this thread: " + commit.get());
    }
    return words;
  }

  /**
   * Requires that all planned faults have happened. A test extension calls this after a test has
   * passed: a test whose planned fault never happened hasn't tested it.
   *
   * @throws AssertionError if a planned fault hasn't happened
   */
  public void requireHappened() {
    if (!pending().isEmpty()) {
      throw new AssertionError(
          "The test is over, but these planned faults have not happened: " + pending());
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

  /**
   * Returns an interceptor that applies the planned faults to a node's attempts; {@code lose} makes
   * that node die.
   */
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

  /** Returns whether the result of this call of the task store is lost. */
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
