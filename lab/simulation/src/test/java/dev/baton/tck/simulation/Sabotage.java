package dev.baton.tck.simulation;

import dev.baton.handler.TaskDefinition;
import dev.baton.limit.BookingPolicy;
import dev.baton.limit.Limit;
import dev.baton.limit.internal.LimitPolicies;
import dev.baton.spi.ClusterStore;
import dev.baton.spi.Leadership;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.ResubmissionStore;
import dev.baton.spi.TaskStore;
import dev.baton.spi.TransactionalScheduleStore;
import dev.baton.spi.TransactionalSignalStore;
import dev.baton.spi.Transactions;
import java.time.Duration;

/** A way to break the engine from outside, to test that the checkers notice it. */
interface Sabotage {
  /** Leaves the engine unbroken. */
  Sabotage NONE = new Sabotage() {};

  /** Wraps the store of a node. Works on all databases. */
  default TaskStore store(SimulatedNode node, SimulatedDatabase database, TaskStore real) {
    return real;
  }

  default TransactionalSignalStore signals(
      SimulatedNode node, SimulatedMemory database, TransactionalSignalStore real) {
    return real;
  }

  default Transactions transactions(
      SimulatedNode node, SimulatedMemory database, Transactions real) {
    return real;
  }

  default Leadership leadership(Leadership real) {
    return real;
  }

  default ClusterStore cluster(SimulatedNode node, SimulatedMemory database, ClusterStore real) {
    return real;
  }

  default OperationsStore operations(
      SimulatedNode node, SimulatedMemory database, OperationsStore real) {
    return real;
  }

  default ResubmissionStore resubmissions(ResubmissionStore real) {
    return real;
  }

  default TransactionalScheduleStore schedules(
      SimulatedNode node, SimulatedMemory database, TransactionalScheduleStore real) {
    return real;
  }

  /** Returns whether nodes that should be clients start as servers. */
  default boolean clientsAreServers() {
    return false;
  }

  default NodeRuntime runtime(SimulatedNode node, NodeRuntime real) {
    return real;
  }

  /** Wraps the store of a node, like {@link #store}, by code that knows the handlers. */
  default TaskStore store(SimulatedNode node, Runs runs, TaskStore real) {
    return real;
  }

  /**
   * Returns the delay between the last check of the lease and the bucket, and the handler's start.
   */
  default Duration beforeHandlers() {
    return Duration.ZERO;
  }

  /** Combines two policies that must both agree. */
  default BookingPolicy both(BookingPolicy first, BookingPolicy second) {
    return LimitPolicies.of(Limit.custom(first), Limit.custom(second));
  }

  /** Wraps a type whose keys take turns. */
  default TaskDefinition<?, ?> fair(TaskDefinition<?, ?> definition) {
    return definition.fair();
  }

  /** Returns whether handlers write their effects outside their transaction. */
  default boolean effectsApart() {
    return false;
  }
}
