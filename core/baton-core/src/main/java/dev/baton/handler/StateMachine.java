package dev.baton.handler;

import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.api.Transaction;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.error.CommitUnknownException;
import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.PayloadException;
import dev.baton.api.error.StoreException;
import dev.baton.api.error.UnknownHereException;
import dev.baton.api.internal.Codecs;
import dev.baton.api.internal.StoredType;
import dev.baton.handler.internal.Definition;
import dev.baton.handler.internal.RawHandler;
import dev.baton.handler.internal.RowAttempt;
import dev.baton.handler.internal.RowSignals;
import dev.baton.handler.internal.Signal;
import dev.baton.handler.internal.StoredOutcome;
import dev.baton.limit.Limit;
import dev.baton.limit.internal.LimitPolicies;
import dev.baton.task.Bytes;
import dev.baton.task.row.TaskSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Handlers of a task type whose tasks move through states. Each transition stores the task's data
 * durably. If a node dies, another node continues from the last transition. Immutable; each method
 * returns a changed copy.
 *
 * <pre>{@code
 * StateMachine<Document, Void, CheckState, CheckData> check =
 *     StateMachine.of(CHECK_DOCUMENT, CheckState.class, CheckData.class)
 *         .on(CheckState.NEW, step -> step.goTo(CheckState.SENT, send(step.payload())))
 *         .on(CheckState.SENT, step -> poll(step));
 * Baton.builder(JdbcStore.of(dataSource))
 *     .define(TaskDefinition.of(CHECK_DOCUMENT).states(check));
 * }</pre>
 *
 * @param <P> the payload, which never changes
 * @param <R> the result; {@link Void} for none
 * @param <S> the states; a task starts in the first of them
 * @param <D> the class of the data, which each transition may replace
 */
public final class StateMachine<P, R, S extends Enum<S>, D> {
  private final TaskType<P, R> type;
  private final Class<S> states;
  private final Class<D> data;
  private final Map<S, Handler<P, R, S, D>> handlers;
  private final List<LimitedStates<S>> limits;

  /**
   * Does the work of a state and returns what happens next, for example {@link StateStep#goTo} or
   * {@link StateStep#park}.
   */
  @FunctionalInterface
  public interface Handler<P, R, S extends Enum<S>, D> {
    Outcome<R> handle(StateStep<P, S, D> step) throws Exception;
  }

  /** Decides how a task moves on from its current state. */
  @FunctionalInterface
  public interface Reaction<P, S extends Enum<S>, D> {
    MoveDecision react(StateView<P, S, D> seen);
  }

  /** States that share limits. */
  private record LimitedStates<S>(Set<S> states, Limit first, Limit... others) {}

  private StateMachine(
      TaskType<P, R> type,
      Class<S> states,
      Class<D> data,
      Map<S, Handler<P, R, S, D>> handlers,
      List<LimitedStates<S>> limits) {
    this.type = type;
    this.states = states;
    this.data = data;
    this.handlers = handlers;
    this.limits = limits;
  }

  /**
   * Returns a machine for tasks of this type, with these states and this class of data. Add a
   * handler for each state with {@link #on}.
   */
  public static <P, R, S extends Enum<S>, D> StateMachine<P, R, S, D> of(
      TaskType<P, R> type, Class<S> states, Class<D> data) {
    if (states.getEnumConstants().length == 0) {
      throw new IllegalArgumentException(states.getName() + " has no states");
    }
    return new StateMachine<>(type, states, data, new EnumMap<>(states), List.of());
  }

  /**
   * Sets the handler of this state.
   *
   * @throws IllegalArgumentException if the state already has a handler
   */
  public StateMachine<P, R, S, D> on(S state, Handler<P, R, S, D> handler) {
    return on(List.of(state), handler);
  }

  /**
   * Sets the handler of each of these states.
   *
   * @throws IllegalArgumentException if one of the states already has a handler
   */
  public StateMachine<P, R, S, D> on(Collection<S> some, Handler<P, R, S, D> handler) {
    Map<S, Handler<P, R, S, D>> more = new EnumMap<>(states);
    more.putAll(handlers);
    for (S state : some) {
      if (more.put(state, handler) != null) {
        throw new IllegalArgumentException(
            "The state " + state + " of " + type.name() + " has two handlers");
      }
    }
    return new StateMachine<>(type, states, data, more, limits);
  }

  /**
   * Limits how many tasks run in this state at a time; see {@link #limits(Collection, Limit,
   * Limit...)}.
   */
  public StateMachine<P, R, S, D> limits(S state, Limit first, Limit... others) {
    return limits(List.of(state), first, others);
  }

  /**
   * Limits how many tasks run in these states at a time, together. {@link TaskDefinition#limits}
   * still limits the type as a whole. If a task enters a state whose limits have no free slot, the
   * task waits in that state until any node has a free slot.
   *
   * @param first a limit of each node, such as {@code Limit.node(5)}; cluster limits aren't allowed
   *     here
   * @throws IllegalArgumentException if one of the states already has limits
   */
  public StateMachine<P, R, S, D> limits(Collection<S> some, Limit first, Limit... others) {
    for (S state : some) {
      if (limits.stream().anyMatch(one -> one.states().contains(state))) {
        throw new IllegalArgumentException(
            "The state " + state + " of " + type.name() + " already has limits");
      }
    }
    List<LimitedStates<S>> more = new ArrayList<>(limits);
    more.add(new LimitedStates<>(EnumSet.copyOf(some), first, others.clone()));
    return new StateMachine<>(type, states, data, handlers, more);
  }

  TaskType<P, R> type() {
    return type;
  }

  /**
   * Checks that every state has a handler.
   *
   * @throws IllegalStateException if a state has no handler
   */
  void requireHandlers() {
    Set<S> missing = EnumSet.allOf(states);
    missing.removeAll(handlers.keySet());
    if (!missing.isEmpty()) {
      throw new IllegalStateException(
          "States of " + type.name() + " without a handler: " + missing + "; call on(state, ...)");
    }
  }

  /** Returns the handler that the engine calls. */
  RawHandler.WithStates handler(Supplier<PayloadCodec> standard) {
    StoredType<P, R> stored = StoredType.of(type, standard);
    return new RawHandler.WithStates(
        data,
        attempt ->
            StoredOutcome.of(
                handle(
                    stored, stored.payload(attempt.payload(), RowAttempt.traits(attempt)), attempt),
                stored::encode));
  }

  /** Returns the definition with this machine's limits added to it. */
  Definition limited(Definition definition) {
    Definition limitedSoFar = definition;
    for (LimitedStates<S> one : limits) {
      List<String> names = one.states().stream().flatMap(state -> names(state).stream()).toList();
      limitedSoFar = limitedSoFar.limitsIn(names, LimitPolicies.of(one.first(), one.others()));
    }
    return limitedSoFar;
  }

  /**
   * Returns the names under which the state is stored. The first state has two names: a task that
   * has not moved yet stores an empty name.
   */
  private static List<String> names(Enum<?> state) {
    return state.ordinal() == 0 ? List.of("", state.name()) : List.of(state.name());
  }

  private Outcome<R> handle(StoredType<P, R> stored, P payload, Attempt attempt) throws Exception {
    S state = stateOf(attempt.state());
    Handler<P, R, S, D> handler = handlers.get(state);
    if (handler == null) {
      throw new IllegalStateException("No handler for " + state);
    }
    return handler.handle(new StateStep<>(codec(stored), payload, state, attempt));
  }

  /**
   * Moves a task to another state because of an event from outside, such as a callback, even while
   * another node runs the task. Uses the thread's current transaction, or its own if there is none.
   * You may repeat the call after any exception of the store: the reaction then sees the current
   * state of the task.
   *
   * @param tasks the {@code Tasks} of a node, from {@code baton.tasks()}
   * @param reaction decides how the task moves. Baton calls it on this thread while the task's row
   *     is locked, so it must be quick and never wait. Concurrent moves may be applied in any order
   * @throws StoreException if the database can't be reached or reports an error
   * @throws CommitUnknownException if the task may have moved, because the response to the commit
   *     was lost
   * @throws ConfigurationException if the node's store doesn't support signals
   * @throws IllegalArgumentException if the task has another type, or {@code tasks} doesn't belong
   *     to a node
   */
  public MoveResult move(Tasks tasks, UUID taskId, Reaction<P, S, D> reaction) {
    RowSignals signals = RowSignals.of(tasks);
    return signals.signal(taskId, news(signals, reaction));
  }

  /**
   * Moves a task in {@code transaction}, like {@link #move(Tasks, UUID, Reaction)}: the task moves
   * only if the transaction commits. Until it ends, every other write to the task waits, including
   * the lease renewals of the node that runs the task. End the transaction well before the lease
   * expires.
   */
  public MoveResult move(
      Tasks tasks, Transaction transaction, UUID taskId, Reaction<P, S, D> reaction) {
    RowSignals signals = RowSignals.of(tasks);
    return signals.signal(transaction, taskId, news(signals, reaction));
  }

  private Signal news(RowSignals signals, Reaction<P, S, D> reaction) {
    return task -> {
      TaskSpec spec = task.spec();
      if (!spec.type().equals(type.name())) {
        throw new IllegalArgumentException(
            "Task "
                + task.id()
                + " is of type "
                + spec.type()
                + ", but the state machine is for tasks of type "
                + type.name());
      }
      StoredType<P, R> stored = StoredType.of(type, signals.codec());
      P payload = stored.payload(spec.payload(), spec.traits());
      return reaction.react(
          new StateView<>(codec(stored), payload, stateOf(task.position().state()), task));
    };
  }

  private S stateOf(String stored) {
    if (stored.isEmpty()) {
      return states.getEnumConstants()[0];
    }
    for (S state : states.getEnumConstants()) {
      if (state.name().equals(stored)) {
        return state;
      }
    }
    throw new UnknownHereException(
        "A task of type "
            + type.name()
            + " is in the state "
            + stored
            + ", which this node doesn't know; it knows "
            + EnumSet.allOf(states),
        null);
  }

  private DataCodec<D> codec(StoredType<P, R> stored) {
    return new DataCodec<>(type.name(), data, stored);
  }

  /** Reads and writes the data of tasks of a type. */
  record DataCodec<D>(String type, Class<D> data, StoredType<?, ?> values) {

    /**
     * Returns the data. If this node can't read the stored bytes, it leaves the task to other
     * nodes, because a node with another version of the class may have written them.
     */
    @Nullable D decode(@Nullable Bytes stored) {
      try {
        return stored == null ? null : Codecs.decode(values.codec(), described(), stored, data);
      } catch (UnknownHereException known) {
        throw known;
      } catch (PayloadException other) {
        throw new UnknownHereException(
            described() + " can't be read as this node's " + data.getName(), other);
      }
    }

    Bytes encode(D value) {
      return Codecs.encode(values.codec(), described(), Codecs.ofClass(described(), data, value));
    }

    private String described() {
      return "The data of a task of type " + type;
    }
  }
}
