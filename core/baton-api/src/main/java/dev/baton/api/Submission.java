package dev.baton.api;

import dev.baton.api.error.TaskNotDoneException;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/**
 * A submitted task and the way to its result. Thread-safe.
 *
 * @param <R> the result
 */
public interface Submission<R> {

  /** The task that exists now: the submitted one, or the one that was there before. */
  UUID taskId();

  /** Whether this submission made the task. */
  boolean wasAdded();

  /**
   * Completes when the task has ended, whichever node runs it. Costs nothing until it is called.
   *
   * <p>Completes with the result, null where there is none; or with {@link TaskNotDoneException}
   * that says how the task ended otherwise, with its type and error. A task in ERROR has not ended,
   * and a person may still mend it: by default the stage goes on waiting, and where the type says
   * {@link TaskType#errorEndsWait} it fails. Nothing is waited for across a restart: ask again with
   * {@link Tasks#result}.
   */
  CompletionStage<R> completion();

  /** How far it has come; see {@link Tasks#progress}. */
  Optional<Progress> progress();
}
