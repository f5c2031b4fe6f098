package dev.baton.spi;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one database keeps for a node: its tasks, and what is around them. Only the tasks are
 * needed; without one of the others the node does without what it is for, and refuses what needs
 * it. Each of them must be on the database of the tasks. Immutable; each method that is given a
 * store answers a changed copy.
 */
public final class Stores {
  /** By the seam that each of them is behind; never without the store of tasks. */
  private final Map<Class<?>, Object> bySeam;

  private Stores(Map<Class<?>, Object> bySeam) {
    this.bySeam = bySeam;
  }

  /** Tasks, and nothing around them. */
  public static Stores of(TaskStore tasks) {
    return new Stores(Map.of(TaskStore.class, tasks));
  }

  /** What is put in place of a store. */
  @FunctionalInterface
  public interface Wrapping {
    <S> S of(Class<S> seam, S store);
  }

  /** These, each of them wrapped. */
  public Stores wrapped(Wrapping wrapping) {
    Map<Class<?>, Object> others = new LinkedHashMap<>();
    bySeam.forEach((seam, store) -> others.put(seam, wrap(wrapping, seam, store)));
    return new Stores(others);
  }

  private static <S> S wrap(Wrapping wrapping, Class<S> seam, Object store) {
    return wrapping.of(seam, seam.cast(store));
  }

  /** Where tasks live. */
  public TaskStore tasks() {
    return Objects.requireNonNull(get(TaskStore.class));
  }

  /** These, with another store of tasks. */
  public Stores tasks(TaskStore tasks) {
    return with(TaskStore.class, tasks);
  }

  /**
   * Where nodes learn of each other and of what is paused. Without one the node works alone: it
   * isn't listed, nothing can be paused, and tasks of a type that nobody knows wait for ever.
   */
  public @Nullable ClusterStore cluster() {
    return get(ClusterStore.class);
  }

  /** These, with this one for nodes and pauses. */
  public Stores cluster(ClusterStore cluster) {
    return with(ClusterStore.class, cluster);
  }

  /** Where schedules live. */
  public @Nullable ScheduleStore schedules() {
    return get(ScheduleStore.class);
  }

  /** These, with this one for schedules. */
  public Stores schedules(ScheduleStore schedules) {
    return with(ScheduleStore.class, schedules);
  }

  /**
   * Where lists of tasks, histories and the audit are kept. Without one single tasks only are
   * looked at and changed, and nothing is audited.
   */
  public @Nullable OperationsStore operations() {
    return get(OperationsStore.class);
  }

  /** These, with this one for lists, histories and the audit. */
  public Stores operations(OperationsStore operations) {
    return with(OperationsStore.class, operations);
  }

  /** Where limits, rates and retries are set at run time. Without it they are as in code. */
  public @Nullable OverrideStore overrides() {
    return get(OverrideStore.class);
  }

  /** These, with this one for numbers that are set at run time. */
  public Stores overrides(OverrideStore overrides) {
    return with(OverrideStore.class, overrides);
  }

  /** Reads tasks for those who have news for them. */
  public @Nullable SignalStore signals() {
    return get(SignalStore.class);
  }

  /** These, with this one for signals. */
  public Stores signals(SignalStore signals) {
    return with(SignalStore.class, signals);
  }

  /**
   * What can be done for those who submit a task that is there already. Without it such a task can
   * only be joined.
   */
  public @Nullable ResubmissionStore resubmissions() {
    return get(ResubmissionStore.class);
  }

  /** These, with this one for tasks that are submitted again. */
  public Stores resubmissions(ResubmissionStore resubmissions) {
    return with(ResubmissionStore.class, resubmissions);
  }

  /** Where attempts keep their steps and progress. */
  public @Nullable NoteStore notes() {
    return get(NoteStore.class);
  }

  /** These, with this one for steps and progress. */
  public Stores notes(NoteStore notes) {
    return with(NoteStore.class, notes);
  }

  /** Counts tasks and keeps what was done. Without it nobody is told, and nothing is noted. */
  public @Nullable StatisticsStore statistics() {
    return get(StatisticsStore.class);
  }

  /** These, with this one for statistics. */
  public Stores statistics(StatisticsStore statistics) {
    return with(StatisticsStore.class, statistics);
  }

  /** What people were told of trouble. Without it nobody can be told. */
  public @Nullable IncidentStore incidents() {
    return get(IncidentStore.class);
  }

  /** These, with this one for incidents. */
  public Stores incidents(IncidentStore incidents) {
    return with(IncidentStore.class, incidents);
  }

  private <S> @Nullable S get(Class<S> seam) {
    return seam.cast(bySeam.get(seam));
  }

  private <S> Stores with(Class<S> seam, S store) {
    Map<Class<?>, Object> more = new LinkedHashMap<>(bySeam);
    more.put(seam, store);
    return new Stores(more);
  }
}
