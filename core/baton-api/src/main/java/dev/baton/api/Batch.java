package dev.baton.api;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * Tasks that are added together, and what follows when they are through. Immutable: each method
 * returns a changed copy.
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
   * These tasks. Where one of them exists already, by its id or unique key, the batch has that one
   * in its place. With none, what follows starts at once.
   */
  public static Batch of(Collection<? extends TaskRequest<?, ?>> tasks) {
    return new Batch(List.copyOf(tasks), List.of(), List.of());
  }

  /**
   * Followed by this task when all are DONE; it is CANCELLED as soon as one of them ends otherwise.
   * See {@link TaskRequest#waitForDone}.
   */
  public Batch whenAllDone(TaskRequest<?, ?> request) {
    return new Batch(tasks, with(whenAllDone, request), whenAllEnded);
  }

  /** Followed by this task when all have ended, however. See {@link TaskRequest#waitForEnd}. */
  public Batch whenAllEnded(TaskRequest<?, ?> request) {
    return new Batch(tasks, whenAllDone, with(whenAllEnded, request));
  }

  public List<TaskRequest<?, ?>> tasks() {
    return tasks;
  }

  /** What follows these tasks: first what waits until all are DONE, then the rest. */
  List<TaskRequest<?, ?>> following(Collection<UUID> ids) {
    List<TaskRequest<?, ?>> requests = new ArrayList<>();
    whenAllDone.forEach(request -> requests.add(request.waitForDone(ids)));
    whenAllEnded.forEach(request -> requests.add(request.waitForEnd(ids)));
    return requests;
  }

  private static List<TaskRequest<?, ?>> with(
      List<TaskRequest<?, ?>> some, TaskRequest<?, ?> another) {
    List<TaskRequest<?, ?>> more = new ArrayList<>(some);
    more.add(another);
    return List.copyOf(more);
  }

  /**
   * The answer to adding a batch.
   *
   * @param tasks one for each task, in their order
   * @param following one for each task that follows: those by {@link #whenAllDone} first
   */
  public record Added(List<AddResult> tasks, List<AddResult> following) {
    public Added {
      tasks = List.copyOf(tasks);
      following = List.copyOf(following);
    }

    /** The ids of the batch's tasks. */
    public List<UUID> taskIds() {
      return tasks.stream().map(AddResult::taskId).toList();
    }

    /**
     * The id of the task that follows.
     *
     * @throws IllegalStateException when there isn't exactly one
     */
    public UUID followingId() {
      if (following.size() != 1) {
        throw new IllegalStateException(following.size() + " tasks follow this batch, not one");
      }
      return following.get(0).taskId();
    }
  }
}
