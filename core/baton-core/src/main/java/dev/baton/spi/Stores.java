package dev.baton.spi;

import dev.baton.cluster.NodeSettings;
import dev.baton.spi.core.CoreStore;
import dev.baton.spi.incident.IncidentStore;
import dev.baton.spi.mail.MailboxStore;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a store that one node uses: the tasks, and everything that belongs to them. Only the
 * {@linkplain CoreStore core} is required. Everything else is an optional {@link Capability}:
 * without it, the node throws when a definition, setting or call needs it. All parts must use the
 * database of the tasks. A store also provides defaults for a node's transactions, leadership,
 * channel of hints and time between polls. Immutable; each method with a parameter returns a
 * changed copy.
 */
public final class Stores implements BatonStore, Cloneable {
  /**
   * The parts, each under the widest interface that it implements. A {@link TaskStore} has one
   * entry, which covers the core and all its capabilities.
   */
  private Map<Class<?>, Object> bySeam;

  private @Nullable Transactions transactions;
  private @Nullable Leadership leadership;
  private TriggerChannel channel = TriggerChannel.none();
  private Duration pollWithoutHints = NodeSettings.defaults().poll();

  private Stores(Map<Class<?>, Object> bySeam) {
    this.bySeam = bySeam;
  }

  /**
   * Returns stores with this store for the core and its capabilities. Add other parts with the
   * other methods.
   */
  public static Stores of(TaskStore tasks) {
    return new Stores(Map.of(TaskStore.class, tasks));
  }

  /** Returns stores with only the core. Add other parts with the other methods. */
  public static Stores ofCore(CoreStore tasks) {
    return new Stores(Map.of(CoreStore.class, tasks));
  }

  /** Wraps a part of a store. */
  @FunctionalInterface
  public interface Wrapping {
    <S> S of(Class<S> seam, S store);
  }

  /** Returns stores in which each part is wrapped. */
  public Stores wrapped(Wrapping wrapping) {
    Map<Class<?>, Object> others = new LinkedHashMap<>();
    bySeam.forEach((seam, store) -> others.put(seam, wrap(wrapping, seam, store)));
    return withSeams(others);
  }

  private static <S> S wrap(Wrapping wrapping, Class<S> seam, Object store) {
    return wrapping.of(seam, seam.cast(store));
  }

  /** Returns the core, which stores the tasks. */
  public CoreStore core() {
    return Objects.requireNonNull(get(CoreStore.class));
  }

  /**
   * Returns the store of tasks with all its capabilities.
   *
   * @throws NullPointerException if these stores were created with {@link #ofCore}
   */
  public TaskStore tasks() {
    return Objects.requireNonNull(get(TaskStore.class));
  }

  /** Sets the store of tasks. */
  public Stores tasks(TaskStore tasks) {
    return with(TaskStore.class, tasks);
  }

  /**
   * Returns the store that writes in a caller's transaction. Without it, each add commits
   * separately.
   */
  public @Nullable TransactionalStore transactional() {
    return get(TransactionalStore.class);
  }

  /** Sets the store that writes in a caller's transaction. */
  public Stores transactional(TransactionalStore transactional) {
    return with(TransactionalStore.class, transactional);
  }

  /**
   * Returns the store that claims within limits of the cluster. Without it, a node has only its own
   * limits.
   */
  public @Nullable LimitStore limits() {
    return get(LimitStore.class);
  }

  /** Sets the store of limits of the cluster. */
  public Stores limits(LimitStore limits) {
    return with(LimitStore.class, limits);
  }

  /**
   * Returns the store that runs finished tasks again. Without it, a finished task can't run again.
   */
  public @Nullable RunAgainStore runAgain() {
    return get(RunAgainStore.class);
  }

  /** Sets the store that runs finished tasks again. */
  public Stores runAgain(RunAgainStore runAgain) {
    return with(RunAgainStore.class, runAgain);
  }

  /** Returns the store of waits. Without it, no task can wait for another. */
  public @Nullable WaitStore waits() {
    return get(WaitStore.class);
  }

  /** Sets the store of waits. */
  public Stores waits(WaitStore waits) {
    return with(WaitStore.class, waits);
  }

  /**
   * Returns the store of nodes and pauses. Without it, the node doesn't appear in any list of
   * nodes, nothing can be paused, and tasks of a type that no node knows wait forever.
   */
  public @Nullable ClusterStore cluster() {
    return get(ClusterStore.class);
  }

  /** Sets the store of nodes and pauses. */
  public Stores cluster(ClusterStore cluster) {
    return with(ClusterStore.class, cluster);
  }

  /** Returns the store of schedules. */
  public @Nullable ScheduleStore schedules() {
    return get(ScheduleStore.class);
  }

  /** Sets the store of schedules. */
  public Stores schedules(ScheduleStore schedules) {
    return withEither(ScheduleStore.class, TransactionalScheduleStore.class, schedules);
  }

  /**
   * Returns the store of schedules, if it can also write in a caller's transaction; otherwise, and
   * without {@link #transactional()}, null.
   */
  public @Nullable TransactionalScheduleStore transactionalSchedules() {
    return inTransactions(TransactionalScheduleStore.class);
  }

  /**
   * Returns the store of lists of tasks, histories and the audit. Without it, operators can read
   * and change only single tasks, and nothing is audited.
   */
  public @Nullable OperationsStore operations() {
    return get(OperationsStore.class);
  }

  /** Sets the store of lists of tasks, histories and the audit. */
  public Stores operations(OperationsStore operations) {
    return with(OperationsStore.class, operations);
  }

  /**
   * Returns the store of overrides, with which operators change limits, rates and retries at run
   * time. Without it, the values in code apply.
   */
  public @Nullable OverrideStore overrides() {
    return get(OverrideStore.class);
  }

  /** Sets the store of overrides. */
  public Stores overrides(OverrideStore overrides) {
    return with(OverrideStore.class, overrides);
  }

  /** Returns the store that applies signals to tasks. */
  public @Nullable SignalStore signals() {
    return get(SignalStore.class);
  }

  /** Sets the store of signals. */
  public Stores signals(SignalStore signals) {
    return withEither(SignalStore.class, TransactionalSignalStore.class, signals);
  }

  /**
   * Returns the store of signals, if it can also write in a caller's transaction; otherwise, and
   * without {@link #transactional()}, null.
   */
  public @Nullable TransactionalSignalStore transactionalSignals() {
    return inTransactions(TransactionalSignalStore.class);
  }

  /**
   * Returns the store that merges, replaces or runs again a task that is added a second time.
   * Without it, such an add can only join the existing task.
   */
  public @Nullable ResubmissionStore resubmissions() {
    return get(ResubmissionStore.class);
  }

  /** Sets the store that handles tasks that are added a second time. */
  public Stores resubmissions(ResubmissionStore resubmissions) {
    return with(ResubmissionStore.class, resubmissions);
  }

  /** Returns the store of steps and progress of attempts. */
  public @Nullable NoteStore notes() {
    return get(NoteStore.class);
  }

  /** Sets the store of steps and progress. */
  public Stores notes(NoteStore notes) {
    return withEither(NoteStore.class, TransactionalNoteStore.class, notes);
  }

  /**
   * Returns the store of steps and progress, if it can also write in a caller's transaction;
   * otherwise, and without {@link #transactional()}, null.
   */
  public @Nullable TransactionalNoteStore transactionalNotes() {
    return inTransactions(TransactionalNoteStore.class);
  }

  /**
   * Returns the store of signals that handlers await. Only a store without transactions needs one:
   * with transactions, {@link #transactionalNotes()} stores these signals.
   */
  public @Nullable MailboxStore mailboxes() {
    return get(MailboxStore.class);
  }

  /** Sets the store of signals that handlers await. */
  public Stores mailboxes(MailboxStore mailboxes) {
    return with(MailboxStore.class, mailboxes);
  }

  /** Returns the store of statistics. Without it, there are no statistics and no incidents. */
  public @Nullable StatisticsStore statistics() {
    return get(StatisticsStore.class);
  }

  /** Sets the store of statistics. */
  public Stores statistics(StatisticsStore statistics) {
    return with(StatisticsStore.class, statistics);
  }

  /** Returns the store of incidents. Without it, Baton can't report incidents. */
  public @Nullable IncidentStore incidents() {
    return get(IncidentStore.class);
  }

  /** Sets the store of incidents. */
  public Stores incidents(IncidentStore incidents) {
    return with(IncidentStore.class, incidents);
  }

  /** Returns the transactions that a node uses by default; null if the store has none. */
  public @Nullable Transactions transactions() {
    return transactions;
  }

  /** Sets the transactions that a node uses by default. */
  public Stores transactions(Transactions usual) {
    Stores copy = copy();
    copy.transactions = usual;
    return copy;
  }

  /** Returns the leadership that a node uses by default; null if the builder must set one. */
  public @Nullable Leadership leadership() {
    return leadership;
  }

  /** Sets the leadership that a node uses by default. */
  public Stores leadership(Leadership usual) {
    Stores copy = copy();
    copy.leadership = usual;
    return copy;
  }

  /**
   * Returns the channel for hints between nodes; {@link TriggerChannel#none()} if the store has
   * none.
   */
  public TriggerChannel channel() {
    return channel;
  }

  /** Sets the channel for hints that a node uses by default. */
  public Stores channel(TriggerChannel usual) {
    Stores copy = copy();
    copy.channel = usual;
    return copy;
  }

  /** Returns the default {@link NodeSettings#poll} of a node without a channel. */
  public Duration pollWithoutHints() {
    return pollWithoutHints;
  }

  /** Sets the default {@link NodeSettings#poll} of a node without a channel. */
  public Stores pollWithoutHints(Duration usual) {
    Stores copy = copy();
    copy.pollWithoutHints = usual;
    return copy;
  }

  /** Returns this object, which is already open. */
  @Override
  public Stores open() {
    return this;
  }

  private <S> @Nullable S get(Class<S> seam) {
    Object store = bySeam.get(seam);
    if (store != null) {
      return seam.cast(store);
    }
    for (Map.Entry<Class<?>, Object> wider : bySeam.entrySet()) {
      if (seam.isAssignableFrom(wider.getKey())) {
        return seam.cast(wider.getValue());
      }
    }
    return null;
  }

  private <S> @Nullable S inTransactions(Class<S> seam) {
    return transactional() == null ? null : get(seam);
  }

  private <S> Stores withEither(Class<S> seam, Class<? extends S> transactional, S store) {
    Map<Class<?>, Object> more = new LinkedHashMap<>(bySeam);
    more.remove(seam);
    more.remove(transactional);
    more.put(transactional.isInstance(store) ? transactional : seam, store);
    return withSeams(more);
  }

  private <S> Stores with(Class<S> seam, S store) {
    Map<Class<?>, Object> more = new LinkedHashMap<>(bySeam);
    more.put(seam, store);
    return withSeams(more);
  }

  private Stores withSeams(Map<Class<?>, Object> others) {
    Stores copy = copy();
    copy.bySeam = others;
    return copy;
  }

  private Stores copy() {
    try {
      return (Stores) clone();
    } catch (CloneNotSupportedException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
