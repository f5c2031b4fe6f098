package dev.baton.spi;

import dev.baton.cluster.NodeSettings;
import dev.baton.spi.core.CoreStore;
import dev.baton.spi.incident.IncidentStore;
import dev.baton.spi.mail.MailboxStore;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What one database keeps for a node: its tasks, and what is around them. Only the {@linkplain
 * CoreStore core} is needed. Everything else is a capability: without one of them the node does
 * without what it is for, and refuses what needs it. Each of them must be on the database of the
 * tasks. It also brings what the node uses unless its builder names another: transactions,
 * leadership, the channel of hints and the time between polls. Immutable; each method with a
 * parameter returns a changed copy.
 */
public final class Stores implements BatonStore, Cloneable {
  /**
   * By the widest seam that each of them is behind. A {@link TaskStore} stands there once for the
   * core and all capabilities that it has.
   */
  private Map<Class<?>, Object> bySeam;

  private @Nullable Transactions transactions;
  private @Nullable Leadership leadership;
  private TriggerChannel channel = TriggerChannel.none();
  private Duration pollWithoutHints = NodeSettings.defaults().poll();

  private Stores(Map<Class<?>, Object> bySeam) {
    this.bySeam = bySeam;
  }

  /** Tasks with all that can be done with them, and nothing around them. */
  public static Stores of(TaskStore tasks) {
    return new Stores(Map.of(TaskStore.class, tasks));
  }

  /** Tasks with what every store can do; what this one can do besides is added to it. */
  public static Stores ofCore(CoreStore tasks) {
    return new Stores(Map.of(CoreStore.class, tasks));
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
    return withSeams(others);
  }

  private static <S> S wrap(Wrapping wrapping, Class<S> seam, Object store) {
    return wrapping.of(seam, seam.cast(store));
  }

  /** Where tasks live. */
  public CoreStore core() {
    return Objects.requireNonNull(get(CoreStore.class));
  }

  /**
   * Where tasks live, with all capabilities.
   *
   * @throws NullPointerException when these are {@link #ofCore}
   */
  public TaskStore tasks() {
    return Objects.requireNonNull(get(TaskStore.class));
  }

  /** These, with another store of tasks. */
  public Stores tasks(TaskStore tasks) {
    return with(TaskStore.class, tasks);
  }

  /** Writes in a caller's transaction. Without it each add commits by itself. */
  public @Nullable TransactionalStore transactional() {
    return get(TransactionalStore.class);
  }

  /** These, with this one for what is written in a caller's transaction. */
  public Stores transactional(TransactionalStore transactional) {
    return with(TransactionalStore.class, transactional);
  }

  /** Claims within limits of the cluster. Without it there are limits of a node only. */
  public @Nullable LimitStore limits() {
    return get(LimitStore.class);
  }

  /** These, with this one for limits of the cluster. */
  public Stores limits(LimitStore limits) {
    return with(LimitStore.class, limits);
  }

  /** Makes finished tasks live again. */
  public @Nullable RunAgainStore runAgain() {
    return get(RunAgainStore.class);
  }

  /** These, with this one for running tasks again. */
  public Stores runAgain(RunAgainStore runAgain) {
    return with(RunAgainStore.class, runAgain);
  }

  /** Knows what tasks wait for. Without it no task waits for another. */
  public @Nullable WaitStore waits() {
    return get(WaitStore.class);
  }

  /** These, with this one for tasks that wait for others. */
  public Stores waits(WaitStore waits) {
    return with(WaitStore.class, waits);
  }

  /**
   * Where nodes learn of each other and of what is paused. Without one the node works alone: it
   * isn't listed, nothing can be paused, and tasks of a type that no node knows wait for ever.
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
    return withEither(ScheduleStore.class, TransactionalScheduleStore.class, schedules);
  }

  /** Where schedules live, written in transactions, too. Null without {@link #transactional()}. */
  public @Nullable TransactionalScheduleStore transactionalSchedules() {
    return inTransactions(TransactionalScheduleStore.class);
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

  /** Changes tasks for those who signal them. */
  public @Nullable SignalStore signals() {
    return get(SignalStore.class);
  }

  /** These, with this one for signals. */
  public Stores signals(SignalStore signals) {
    return withEither(SignalStore.class, TransactionalSignalStore.class, signals);
  }

  /**
   * Locks tasks for those who signal them in a transaction. Null without {@link #transactional()}.
   */
  public @Nullable TransactionalSignalStore transactionalSignals() {
    return inTransactions(TransactionalSignalStore.class);
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
    return withEither(NoteStore.class, TransactionalNoteStore.class, notes);
  }

  /**
   * Where attempts keep their steps and progress, written in transactions, too. Null without {@link
   * #transactional()}.
   */
  public @Nullable TransactionalNoteStore transactionalNotes() {
    return inTransactions(TransactionalNoteStore.class);
  }

  /**
   * Where signals that handlers await are kept without transactions. With {@link
   * #transactionalNotes()} they are kept there.
   */
  public @Nullable MailboxStore mailboxes() {
    return get(MailboxStore.class);
  }

  /** These, with this one for signals that handlers await. */
  public Stores mailboxes(MailboxStore mailboxes) {
    return with(MailboxStore.class, mailboxes);
  }

  /**
   * Counts tasks and keeps what was done. Without it no statistics are kept, and no incidents told.
   */
  public @Nullable StatisticsStore statistics() {
    return get(StatisticsStore.class);
  }

  /** These, with this one for statistics. */
  public Stores statistics(StatisticsStore statistics) {
    return with(StatisticsStore.class, statistics);
  }

  /** What people were told of trouble. Without it no incident can be told. */
  public @Nullable IncidentStore incidents() {
    return get(IncidentStore.class);
  }

  /** These, with this one for incidents. */
  public Stores incidents(IncidentStore incidents) {
    return with(IncidentStore.class, incidents);
  }

  /** Transactions that a node uses unless its builder names others; null if the store has none. */
  public @Nullable Transactions transactions() {
    return transactions;
  }

  /** These, with these transactions unless the builder names others. */
  public Stores transactions(Transactions usual) {
    return with(copy -> copy.transactions = usual);
  }

  /** Decides which node leads; null if the builder must name it. */
  public @Nullable Leadership leadership() {
    return leadership;
  }

  /** These, with this leadership unless the builder names another. */
  public Stores leadership(Leadership usual) {
    return with(copy -> copy.leadership = usual);
  }

  /**
   * Returns the channel for hints between nodes; {@link TriggerChannel#none()} if the store has
   * none.
   */
  public TriggerChannel channel() {
    return channel;
  }

  /** These, with this channel unless the builder names another. */
  public Stores channel(TriggerChannel usual) {
    return with(copy -> copy.channel = usual);
  }

  /** The {@link NodeSettings#poll} of a node without a channel, unless its settings name one. */
  public Duration pollWithoutHints() {
    return pollWithoutHints;
  }

  /** These, with this time between the polls of a node without a channel. */
  public Stores pollWithoutHints(Duration usual) {
    return with(copy -> copy.pollWithoutHints = usual);
  }

  /** Returns these: they are open. */
  @Override
  public Stores open() {
    return this;
  }

  private <S> @Nullable S get(Class<S> seam) {
    Object store = bySeam.get(seam);
    if (store != null) {
      return seam.cast(store);
    }
    return bySeam.entrySet().stream()
        .filter(wider -> seam.isAssignableFrom(wider.getKey()))
        .map(wider -> seam.cast(wider.getValue()))
        .findFirst()
        .orElse(null);
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
    return with(copy -> copy.bySeam = others);
  }

  private Stores with(Consumer<Stores> change) {
    try {
      Stores copy = (Stores) clone();
      change.accept(copy);
      return copy;
    } catch (CloneNotSupportedException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
