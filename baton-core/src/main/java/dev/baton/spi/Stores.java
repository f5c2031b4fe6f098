package dev.baton.spi;

import org.jspecify.annotations.Nullable;

/**
 * What one database keeps for a node: its tasks, and what is around them. Only the tasks are
 * needed; without one of the others the node does without what it is for, and refuses what needs
 * it. Each of them must be on the database of the tasks.
 *
 * @param tasks where tasks live
 * @param cluster where nodes learn of each other and of what is paused. Without one the node works
 *     alone: it isn't listed, nothing can be paused, and tasks of a type that nobody knows wait for
 *     ever
 * @param schedules where schedules live
 * @param operations where lists of tasks, histories and the audit are kept; without one single
 *     tasks only are looked at and changed, and nothing is audited
 * @param signals reads tasks for those who have news for them
 * @param resubmissions what can be done for those who submit a task that is there already; without
 *     it such a task can only be joined
 * @param notes where attempts keep their steps and progress
 * @param figures counts tasks and keeps what was done; without it nobody is told, and nothing is
 *     noted
 * @param incidents what people were told of trouble; without it nobody can be told
 */
public record Stores(
    TaskStore tasks,
    @Nullable ClusterStore cluster,
    @Nullable ScheduleStore schedules,
    @Nullable OperationsStore operations,
    @Nullable SignalStore signals,
    @Nullable ResubmissionStore resubmissions,
    @Nullable NoteStore notes,
    @Nullable FiguresStore figures,
    @Nullable IncidentStore incidents) {

  /** Tasks, and nothing around them. */
  public static Stores of(TaskStore tasks) {
    return new Stores(tasks, null, null, null, null, null, null, null, null);
  }

  /** These, with another store of tasks. */
  public Stores tasks(TaskStore tasks) {
    return new Stores(
        tasks, cluster, schedules, operations, signals, resubmissions, notes, figures, incidents);
  }

  /** These, with this one for nodes and pauses. */
  public Stores cluster(ClusterStore cluster) {
    return new Stores(
        tasks, cluster, schedules, operations, signals, resubmissions, notes, figures, incidents);
  }

  /** These, with this one for schedules. */
  public Stores schedules(ScheduleStore schedules) {
    return new Stores(
        tasks, cluster, schedules, operations, signals, resubmissions, notes, figures, incidents);
  }

  /** These, with this one for lists, histories and the audit. */
  public Stores operations(OperationsStore operations) {
    return new Stores(
        tasks, cluster, schedules, operations, signals, resubmissions, notes, figures, incidents);
  }

  /** These, with this one for signals. */
  public Stores signals(SignalStore signals) {
    return new Stores(
        tasks, cluster, schedules, operations, signals, resubmissions, notes, figures, incidents);
  }

  /** These, with this one for tasks that are submitted again. */
  public Stores resubmissions(ResubmissionStore resubmissions) {
    return new Stores(
        tasks, cluster, schedules, operations, signals, resubmissions, notes, figures, incidents);
  }

  /** These, with this one for steps and progress. */
  public Stores notes(NoteStore notes) {
    return new Stores(
        tasks, cluster, schedules, operations, signals, resubmissions, notes, figures, incidents);
  }

  /** These, with this one for figures. */
  public Stores figures(FiguresStore figures) {
    return new Stores(
        tasks, cluster, schedules, operations, signals, resubmissions, notes, figures, incidents);
  }

  /** These, with this one for incidents. */
  public Stores incidents(IncidentStore incidents) {
    return new Stores(
        tasks, cluster, schedules, operations, signals, resubmissions, notes, figures, incidents);
  }
}
