package dev.baton.api;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * Tasks that are added together, and the tasks that start after all of them. Immutable and
 * thread-safe: each method returns a changed copy.
 *
 * <pre>{@code
 * tasks.addBatch(
 *     Batch.of(invoices.stream().map(SEND::with).toList())
 *         .whenAllDone(REPORT.with(month)));
 * }</pre>
 */
public final class Batch {
  private final List<TaskRequest<?, ?>> tasks;
  private final List<TaskRequest<?, ?>> whenAllDone;
  private final List<TaskRequest<?, ?>> whenAllEnded;

  private Batch(
      List<TaskRequest<?, ?>> tasks,
      List<TaskRequest<?, ?>> whenAllDone,
      List<TaskRequest<?, ?>> whenAllEnded) {
    this.tasks = tasks;
    this.whenAllDone = whenAllDone;
    this.whenAllEnded = whenAllEnded;
  }

  /**
   * Returns a batch of these tasks. If a task with the same id or unique key exists, that task is
   * part of the batch instead. If the collection is empty, the tasks that follow start at once.
   *
   * @param tasks at most 50,000 if other tasks follow
   */
  public static Batch of(Collection<? extends TaskRequest<?, ?>> tasks) {
    return new Batch(List.copyOf(tasks), List.of(), List.of());
  }

  /**
   * Adds a task that starts when all tasks of the batch are DONE. If one of them ends in another
   * way, the added task is CANCELLED at once. See {@link TaskRequest#waitForDone}.
   */
  public Batch whenAllDone(TaskRequest<?, ?> request) {
    return new Batch(tasks, with(whenAllDone, request), whenAllEnded);
  }

  /**
   * Adds a task that starts when all tasks of the batch have ended: DONE, FAILED or CANCELLED. See
   * {@link TaskRequest#waitForEnd}.
   */
  public Batch whenAllEnded(TaskRequest<?, ?> request) {
    return new Batch(tasks, whenAllDone, with(whenAllEnded, request));
  }

  /** Returns the tasks of the batch, without the tasks that start after it. */
  public List<TaskRequest<?, ?>> tasks() {
    return tasks;
  }

  /**
   * Returns the requests for the tasks that start after the batch: first those of {@link
   * #whenAllDone}, then those of {@link #whenAllEnded}.
   */
  List<TaskRequest<?, ?>> following(Collection<UUID> ids) {
    List<TaskRequest<?, ?>> requests = new ArrayList<>();
    whenAllDone.forEach(request -> requests.add(request.waitForDone(ids)));
    whenAllEnded.forEach(request -> requests.add(request.waitForEnd(ids)));
    return requests;
  }

  private static List<TaskRequest<?, ?>> with(
      List<TaskRequest<?, ?>> requests, TaskRequest<?, ?> last) {
    List<TaskRequest<?, ?>> extended = new ArrayList<>(requests);
    extended.add(last);
    return List.copyOf(extended);
  }

  /**
   * The result of adding a batch.
   *
   * @param tasks the result of each task, in the order of the batch
   * @param following the result of each task that starts after the batch, those of {@link
   *     #whenAllDone} first
   */
  public record Added(List<AddResult> tasks, List<AddResult> following) {
    public Added {
      tasks = List.copyOf(tasks);
      following = List.copyOf(following);
    }

    /** Returns the ids of the batch's tasks. */
    public List<UUID> taskIds() {
      return tasks.stream().map(AddResult::taskId).toList();
    }

    /**
     * Returns the id of the only task that starts after the batch.
     *
     * @throws IllegalStateException if no task or several tasks start after the batch
     */
    public UUID followingId() {
      if (following.size() != 1) {
        throw new IllegalStateException(
            "followingId() needs exactly one task that starts after the batch; this batch has "
                + following.size());
      }
      return following.get(0).taskId();
    }
  }
}
