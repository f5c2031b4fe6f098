package dev.baton.handler;

import dev.baton.api.SignalType;
import dev.baton.api.TaskRequest;
import dev.baton.api.error.LeaseLostException;
import dev.baton.api.error.TaskNotDoneException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * One run of a workflow's handler. The handler is plain sequential code, but it may take months and
 * continues on another node if its node dies.
 *
 * <pre>{@code
 * TaskDefinition.of(ORDER).workflow((order, flow) -> {
 *   String payment = flow.step("charge", String.class, key -> bank.charge(order, key));
 *   flow.sleep(Duration.ofDays(1));
 *   String parcel = flow.call(SHIP.with(order));
 *   flow.run("receipt", key -> mail.send(order, payment, parcel, key));
 * })
 * }</pre>
 *
 * <p>Each call of a method here is a <em>step</em>, except {@link #attempt()} and {@link
 * #taskId()}. The result of a step is durable before the call returns. A call that has to wait
 * parks the task: it then uses no thread, slot or lease. The handler later runs again from its
 * start, on any node, and the steps that are done return their stored results. So the handler must
 * call the same steps in the same order in each run. Read the time, random numbers and other
 * systems only in steps.
 *
 * <p>Baton stores the names of the steps in order. If a changed handler calls another step than an
 * earlier run did at the same place, the task stops in ERROR with a {@link
 * WorkflowChangedException}. {@link #version} lets such a task continue.
 *
 * <p>A step happens <b>at least once</b>: if the node crashes before the result is stored, the work
 * runs again, with the same key. A child task is added exactly once. Results stay while the task's
 * finished row is kept, so that an operator can run the task again from a step. The results are
 * removed when the task repeats.
 *
 * <p>Only one thread of the handler may use this object at a time, and the work of a step must not
 * call it. To park the task, a call throws a {@link TaskParkedError}, which the handler must not
 * catch. All methods throw {@link LeaseLostException} if this attempt no longer owns the task.
 */
public interface Workflow {
  /** Largest number of steps of a task. */
  int MAX_STEPS = 1_000;

  /** Longest name of a step, in characters. */
  int MAX_STEP_NAME = 100;

  /** Largest number of children of one {@link #callAll}. */
  int MAX_CHILDREN = 1_000;

  /**
   * Returns the attempt that runs the handler. In a workflow, call the steps and waits of this
   * interface and not those of the attempt.
   */
  Attempt attempt();

  /** Returns the id of the task. */
  UUID taskId();

  /**
   * Runs the work unless an earlier run has done this step, and returns its value. If the work
   * throws, the attempt must end with that exception, and the retry policy of the definition
   * decides about the next attempt.
   *
   * @param type the class of the value. The node's standard codec stores it, by default as JSON;
   *     {@link dev.baton.task.Bytes} are stored as they are
   * @param work gets a key that is the same each time this step runs, for partner systems that
   *     detect repeated calls
   * @throws IllegalArgumentException if the name or the value is too large; see {@link
   *     DurableSteps#MAX_STEP_BYTES}
   */
  <T> T step(String name, Class<T> type, Work<T> work);

  /**
   * Runs a step, like {@link #step(String, Class, Work)}, but retries the work by {@code retry}.
   * Between two tries the task is parked. The definition's retry policy doesn't count these tries.
   *
   * @throws StepFailedException if the policy allows no further try. The handler may catch it and
   *     continue; later runs then get the same failure
   */
  <T> T step(String name, Class<T> type, Retry retry, Work<T> work);

  /** Runs a step without a value, like {@link #step(String, Class, Work)}. */
  void run(String name, Action action);

  /** Runs a step without a value, like {@link #step(String, Class, Retry, Work)}. */
  void run(String name, Retry retry, Action action);

  /**
   * Waits for a signal, like {@link AwaitsSignals#awaitSignal}.
   *
   * @return the value of the signal; empty after the timeout
   */
  <T> Optional<T> awaitSignal(SignalType<T> signal, Duration timeout);

  /**
   * Waits for at least {@code length}.
   *
   * @param length up to a hundred years
   */
  void sleep(Duration length);

  /**
   * Waits for at least {@code length}, as a step with the given name. Sleeps without a name all
   * have the same name, so Baton can't notice if a changed handler exchanges two of them.
   */
  void sleep(String name, Duration length);

  /**
   * Adds a child task once, waits until it has ended, and returns its result; null for a child
   * without a result. The child is added in the transaction that parks this task. A child in ERROR
   * has not ended, because a person may still retry it.
   *
   * @param child a request without an identity of its own, of a type whose finished tasks are kept
   * @throws TaskNotDoneException if the child failed or was cancelled. The handler may catch it and
   *     continue; later runs then get the same failure
   */
  <R> R call(TaskRequest<?, R> child);

  /**
   * Calls a child, like {@link #call(TaskRequest)}, as a step with the given name. Without a name,
   * the step is named after the type of the child. If a workflow has several calls of one type,
   * name them.
   */
  <R> R call(String name, TaskRequest<?, R> child);

  /**
   * Calls many children at once, like {@link #call}, and returns their results in the order of the
   * requests.
   *
   * @param children at most 1,000
   * @param atATime how many children run at a time. The first ones start at once, and each time one
   *     ends, another one starts
   * @throws TaskNotDoneException after all children have ended, if one of them failed or was
   *     cancelled: the first in the order of the requests
   */
  <R> List<R> callAll(Collection<? extends TaskRequest<?, R>> children, int atATime);

  /** Calls many children, like {@link #callAll(Collection, int)}, as a step with the given name. */
  <R> List<R> callAll(String name, Collection<? extends TaskRequest<?, R>> children, int atATime);

  /** Returns the time when the task first reached this step, on the database's clock. */
  Instant now();

  /** Returns a random UUID that is the same in each run. */
  UUID randomUuid();

  /**
   * Returns which version of a change in the handler's code this task follows. Call it before the
   * changed code. Tasks that had not yet reached this place when you deployed the change get {@code
   * current}; tasks that were past it get 1.
   *
   * <pre>{@code
   * if (flow.version("fraud-check", 2) >= 2) {
   *   flow.run("check", key -> fraud.check(order, key));
   * }
   * }</pre>
   *
   * @param change the name of the change
   * @param current the version that this code implements, at least 2; later code may raise it
   */
  int version(String change, int current);

  /** Work that returns a value. */
  @FunctionalInterface
  interface Work<T> {
    T run(String key) throws Exception;
  }

  /** Work without a value. */
  @FunctionalInterface
  interface Action {
    void run(String key) throws Exception;
  }
}
