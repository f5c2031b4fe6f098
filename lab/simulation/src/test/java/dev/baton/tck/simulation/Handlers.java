package dev.baton.tck.simulation;

import dev.baton.api.SignalType;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Transaction;
import dev.baton.api.error.TaskNotDoneException;
import dev.baton.api.error.UnknownHereException;
import dev.baton.handler.Attempt;
import dev.baton.handler.ChunkItem;
import dev.baton.handler.Outcome;
import dev.baton.handler.Reconciliation;
import dev.baton.handler.Retry;
import dev.baton.handler.StepFailedException;
import dev.baton.handler.Workflow;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.task.Bytes;
import dev.baton.task.row.When;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The handlers of the experiments. While the world has faults, they behave as badly as handlers
 * can. Afterwards they end well and soon.
 */
final class Handlers {
  static final String CHILD_OF = "child-of";
  static final Bytes UNSTORABLE = Bytes.of("no database takes this");
  private static final int MOST_STEPS = 3;
  private static final List<String> STEPS = List.of("first", "second");

  private final World world;
  private final SimulatedNode node;
  private final Chance chance;

  Handlers(World world, SimulatedNode node) {
    this.world = world;
    this.node = node;
    this.chance = node.chance().split();
  }

  /** Ends in any way that a handler without steps can. */
  @Nullable Outcome<?> plain(Attempt attempt) throws Exception {
    Run run = world.runs().begin(node, attempt, false);
    return ending(run, () -> plainOutcome(attempt));
  }

  /** Ends well and at once, with a few exceptions. */
  @Nullable Outcome<?> brief(Attempt attempt) throws Exception {
    Run run = world.runs().begin(node, attempt, false);
    return ending(
        run,
        () -> {
          rest(chance.millis(0, 3));
          if (!world.isCalm() && chance.happens(0.01)) {
            throw new Mishap("failed");
          }
          return Outcome.done();
        });
  }

  /** Ends in any way after a while, so that other tasks of its type wait. */
  @Nullable Outcome<?> lasting(Attempt attempt) throws Exception {
    Run run = world.runs().begin(node, attempt, false);
    world.turns().started(attempt.taskId(), attempt.key());
    return ending(
        run,
        () -> {
          rest(chance.millis(100, 500));
          return plainOutcome(attempt);
        });
  }

  /** Ends in any way and checks everything that was merged into its task. */
  @Nullable Outcome<?> gather(Attempt attempt) throws Exception {
    world.merges().started(attempt);
    return plain(attempt);
  }

  /** Keeps its steps as it makes them, and reports its progress. */
  @Nullable Outcome<?> noted(Attempt attempt) throws Exception {
    Run run = world.runs().begin(node, attempt, false);
    return ending(
        run,
        () -> {
          world.awaitWhatItNeeds(attempt);
          for (String step : STEPS) {
            Bytes value = attempt.stepBytes(step, world.steps()::value);
            world.steps().given(attempt.taskId(), attempt.fencingToken(), step, value);
            attempt.progress(0.5, step);
            rest(chance.millis(0, world.isCalm() ? 5 : 200));
          }
          if (!world.isCalm() && chance.happens(0.2)) {
            throw new Mishap("failed behind its steps");
          }
          return Outcome.done();
        });
  }

  /** Follows a plan that is the same in each run of its task. */
  Bytes work(Workflow flow) {
    Run run = world.runs().begin(node, flow.attempt(), false);
    Outcome<?> outcome = null;
    try {
      String life = "";
      for (WorkPlan.Part part : WorkPlan.of(flow.taskId()).parts()) {
        if (part.place().equals("0")) {
          life = worked(flow, part.place(), null).toText();
        } else {
          followed(flow, part, life);
          if (!world.isCalm() && chance.happens(0.1)) {
            throw new IllegalStateException("failed between two steps");
          }
        }
      }
      Bytes result = Bytes.of(life);
      outcome = Outcome.done(result);
      return result;
    } finally {
      world.runs().end(run, outcome);
    }
  }

  private void followed(Workflow flow, WorkPlan.Part part, String life) {
    String place = part.place();
    switch (part.kind()) {
      case SLEEP -> flow.sleep(part.rest());
      case NOW -> given(flow, place, Bytes.of(flow.now() + " " + flow.randomUuid()));
      case CALL_ALL -> called(flow, life + "/" + place, part.children(), part.atATime(), false);
      case CALL ->
          called(flow, life + "/" + place, 1, 1, part.mayHold() && world.work().cancelsChildren());
      case RETRY -> worked(flow, place, Retry.fixed(part.rest()).maxAttempts(3));
      case WORK -> worked(flow, place, null);
      case SIGNAL ->
          flow.awaitSignal(SignalType.of(MailCheck.NAME, Bytes.class), part.rest())
              .ifPresent(
                  value -> {
                    given(flow, place, value);
                    world.work().signalled(flow.attempt(), place, value);
                  });
      case VERSION -> world.work().version(flow.taskId(), flow.version("change " + place, 2));
    }
  }

  private Bytes worked(Workflow flow, String place, @Nullable Retry retry) {
    Workflow.Work<Bytes> work =
        key -> {
          world.work().works(flow.attempt(), place);
          rest(chance.millis(0, world.isCalm() ? 5 : 200));
          if (!world.isCalm() && chance.happens(0.2)) {
            throw new Mishap("failed within a step");
          }
          return world.steps().value();
        };
    try {
      Bytes value =
          retry == null
              ? flow.step("step " + place, Bytes.class, work)
              : flow.step("step " + place, Bytes.class, retry, work);
      given(flow, place, value);
      return value;
    } catch (StepFailedException failed) {
      return Bytes.of("failed");
    }
  }

  private void given(Workflow flow, String place, Bytes value) {
    world.steps().given(flow.taskId(), flow.attempt().fencingToken(), place, value);
  }

  private void called(Workflow flow, String place, int children, int atATime, boolean onHold) {
    List<TaskRequest<Bytes, Bytes>> requests = new ArrayList<>();
    for (int i = 0; i < children; i++) {
      TaskRequest<Bytes, Bytes> request =
          TaskType.of(Types.CHILD, Bytes.class, Bytes.class)
              .with(Bytes.of("x"))
              .context(CHILD_OF, "")
              .context(UniqueCheck.ENTRY, "")
              .context(WorkCheck.PLACE, place + "." + i);
      requests.add(onHold ? request.onHold() : request);
    }
    try {
      List<Bytes> results =
          children == 1 ? List.of(flow.call(requests.get(0))) : flow.callAll(requests, atATime);
      for (int i = 0; i < children; i++) {
        world.work().returned(place + "." + i, results.get(i));
      }
    } catch (TaskNotDoneException failed) {
      for (int i = 0; i < children; i++) {
        world.work().returned(place + "." + i, null);
      }
    }
  }

  /** Ends in any way that a child can. */
  Outcome<?> child(Attempt attempt) throws Exception {
    Run run = world.runs().begin(node, attempt, false);
    world.work().runs(attempt);
    return java.util.Objects.requireNonNull(
        ending(
            run,
            () -> {
              rest(chance.millis(0, world.isCalm() ? 5 : 300));
              if (!world.isCalm() && chance.happens(0.2)) {
                if (chance.nextBoolean()) {
                  return Outcome.failed("given up");
                }
                throw new Mishap("a child failed");
              }
              return Outcome.done(world.steps().value());
            }));
  }

  /** Ends in any way; another thread completes the result. */
  CompletionStage<Outcome<?>> async(Attempt attempt) {
    Run run = world.runs().begin(node, attempt, true);
    if (!world.isCalm() && chance.happens(0.05)) {
      world.runs().end(run, null);
      throw new Mishap("no stage at all");
    }
    CompletableFuture<Outcome<?>> stage = new CompletableFuture<>();
    node.start("async", () -> complete(run, stage));
    return stage;
  }

  /** Processes several tasks in one call. Each task ends by itself in any way. */
  void chunk(List<ChunkItem<Void, Bytes>> items) throws Exception {
    List<Run> runs = new ArrayList<>();
    List<CompletableFuture<?>> ends = new ArrayList<>();
    for (ChunkItem<Void, Bytes> item : items) {
      Run run = world.runs().begin(node, item.attempt(), true);
      runs.add(run);
      if (!world.isCalm() && chance.happens(0.05)) {
        // On an exception the node ends all items, even those that would have ended by themselves.
        runs.forEach(each -> world.runs().end(each, null));
        throw new Mishap("no end of the remaining items");
      }
      CompletableFuture<Outcome<?>> end = new CompletableFuture<>();
      // Complete only after the item has its end: the chunk's handler must not return before.
      ends.add(end.whenComplete((outcome, error) -> end(item, outcome, error)));
      node.start("async", () -> complete(run, end));
    }
    while (ends.stream().anyMatch(end -> !end.isDone())) {
      rest(Duration.ofMillis(5));
    }
  }

  @SuppressWarnings("unchecked") // each result has the type Bytes
  private static void end(
      ChunkItem<Void, Bytes> item, @Nullable Outcome<?> outcome, @Nullable Throwable error) {
    if (outcome == null) {
      item.fail(error == null ? new Mishap("no outcome") : error);
    } else {
      item.end((Outcome<Bytes>) outcome);
    }
  }

  private void complete(Run run, CompletableFuture<Outcome<?>> stage) {
    Outcome<?> outcome;
    try {
      outcome = plainOutcome(run.attempt);
    } catch (SimulatedCrash crash) {
      throw crash;
    } catch (Throwable error) {
      world.runs().end(run, null);
      stage.completeExceptionally(error);
      return;
    }
    world.runs().end(run, outcome);
    stage.complete(outcome);
  }

  /** Passes through its steps by checkpoints, other states, waits and repetitions. */
  @Nullable Outcome<?> flowing(Attempt attempt) throws Exception {
    if (isOld() && !world.isCalm() && step(attempt) == MOST_STEPS - 1) {
      throw new UnknownHereException("This member has a version without the last step", null);
    }
    Run run = world.runs().begin(node, attempt, false);
    return ending(run, () -> flowingOutcome(attempt));
  }

  /**
   * Returns whether this node runs an older application: the first start of one member and the
   * third start of each member do.
   */
  private boolean isOld() {
    return node.name().endsWith("2#1") || node.name().endsWith("#3");
  }

  private @Nullable Outcome<?> flowingOutcome(Attempt attempt) throws Exception {
    int step = step(attempt);
    if (world.isCalm() || step >= MOST_STEPS) {
      rest(chance.millis(0, 10));
      return Outcome.done();
    }
    if (chance.happens(0.3)) {
      rest(chance.millis(0, 30));
      attempt.checkpoint(Bytes.of("kept at " + step));
    }
    return chance.happens(0.3) ? plainOutcome(attempt) : onwards(attempt, step);
  }

  /** Writes one effect for each step, in the transaction that makes the step. */
  @Nullable Outcome<?> money(Attempt attempt, Transaction transaction) throws Exception {
    Run run = world.runs().begin(node, attempt, false);
    return ending(run, () -> moneyOutcome(attempt, transaction));
  }

  private @Nullable Outcome<?> moneyOutcome(Attempt attempt, Transaction transaction)
      throws Exception {
    int step = step(attempt);
    rest(chance.millis(0, 15));
    if (!world.isCalm() && chance.happens(0.2)) {
      boolean committed = chance.happens(0.3);
      String made = Effects.step(attempt.taskId(), step);
      world.effect(node, transaction, committed ? attempt.taskId() + "/undone" : made);
      if (committed) {
        return Outcome.commitAndRetryAfter(chance.millis(0, 500), "committed, and once more");
      }
      if (chance.happens(0.5)) {
        throw new Mishap("rolled back");
      }
      return Outcome.retryAfter(chance.millis(0, 500), "rolled back, and once more");
    }
    world.effect(node, transaction, Effects.step(attempt.taskId(), step));
    if (!world.isCalm() && chance.happens(0.2)) {
      rest(world.scenario().settings().lease().multipliedBy(chance.nextInt(3)));
    }
    if (chance.happens(0.2)) {
      // A child inherits the parent's context, except these two entries, which are about one task
      // only.
      TaskRequest<?, ?> more = TaskRequest.of(TaskType.of(Types.PLAIN)).context(CHILD_OF, "");
      world.addInside(node, transaction, more.context(UniqueCheck.ENTRY, ""));
    }
    boolean over = world.isCalm() || step >= MOST_STEPS || chance.happens(0.4);
    return over ? done(attempt) : stepOnwards(step);
  }

  private Outcome<?> done(Attempt attempt) {
    return switch (chance.nextInt(world.isCalm() ? 5 : 7)) {
      case 5 -> Outcome.done(UNSTORABLE);
      case 0 -> next(attempt.taskId());
      case 1 -> Outcome.doneAndForget();
      default -> Outcome.done(Bytes.of("paid"));
    };
  }

  private Outcome<?> onwards(Attempt attempt, int step) throws InterruptedException {
    rest(chance.millis(0, 20));
    // A repeat after other outcomes trims the kept runs, which a run should test often.
    return switch (chance.nextInt(world.hasTables() ? 6 : 4)) {
      case 0, 4, 5 -> Outcome.repeat(chance.millis(0, 400), Bytes.of("at " + step));
      case 1 -> world.isCore() ? stepOnwards(step) : next(attempt.taskId());
      default -> stepOnwards(step);
    };
  }

  private Outcome<?> stepOnwards(int step) {
    String state = Integer.toString(step + 1);
    return chance.nextBoolean()
        ? new HandlerOutcome.GoTo<>(state, Bytes.of("went to " + state))
        : new HandlerOutcome.Park<>(
            When.in(chance.millis(0, 600)), state, Bytes.of("parked at " + state));
  }

  private static Outcome<?> next(UUID parent) {
    return Outcome.next(
        TaskRequest.of(TaskType.of(Types.PLAIN))
            .context(CHILD_OF, parent.toString())
            .context(UniqueCheck.ENTRY, ""));
  }

  /**
   * Checks for signals itself while others may send some. It keeps all signals that it receives.
   */
  @Nullable Outcome<?> talk(Attempt attempt) throws Exception {
    Run run = world.runs().begin(node, attempt, false);
    return ending(run, () -> talkOutcome(attempt));
  }

  private Outcome<?> talkOutcome(Attempt attempt) throws Exception {
    rest(chance.millis(0, 400));
    if (world.isCalm()) {
      return doneKnowing(attempt);
    }
    if (chance.happens(0.3)) {
      attempt.checkpoint(
          Bytes.of(attempt.data() == null ? "polled" : attempt.data().toText() + " polled"));
      restWhateverComes(chance.millis(0, 200));
    }
    Bytes known = attempt.data();
    return switch (chance.nextInt(8)) {
      case 0 -> throw new Mishap("the line is dead");
      case 1 -> Outcome.retryAfter(chance.millis(0, 200), "no answer");
      case 2 -> doneKnowing(attempt);
      case 3, 4 ->
          new HandlerOutcome.GoTo<>(chance.nextBoolean() ? TalkCheck.TOLD : "POLLED", known);
      default -> new HandlerOutcome.Park<>(When.in(chance.millis(0, 900)), "POLLED", known);
    };
  }

  private static Outcome<?> doneKnowing(Attempt attempt) {
    Bytes known = attempt.data();
    return known == null ? Outcome.done() : Outcome.done(known);
  }

  /** Makes a payment, which can't be undone. */
  @Nullable Outcome<?> asked(Attempt attempt) throws Exception {
    Run run = world.runs().begin(node, attempt, false);
    return ending(run, () -> askedOutcome(attempt));
  }

  private Outcome<?> askedOutcome(Attempt attempt) throws Exception {
    trouble();
    attempt.markIrreversible();
    trouble();
    mustLive();
    world.bank().pay(attempt.taskId(), attempt.fencingToken());
    trouble();
    return Outcome.done();
  }

  /**
   * Makes a payment without a mark. After the payment it can't fail by itself; it can only be cut
   * off.
   */
  @Nullable Outcome<?> askedBare(Attempt attempt) throws Exception {
    Run run = world.runs().begin(node, attempt, false);
    return ending(run, () -> askedBareOutcome(attempt));
  }

  private Outcome<?> askedBareOutcome(Attempt attempt) throws Exception {
    trouble();
    mustLive();
    world.bank().pay(attempt.taskId(), attempt.fencingToken());
    boolean mild = world.scenario().mood() == Scenario.Mood.MILD;
    if (!world.isCalm() && !mild && chance.happens(0.3)) {
      rest(world.scenario().settings().lease().multipliedBy(2));
    }
    return Outcome.done();
  }

  /** Asks the bank, which doesn't always respond. */
  Reconciliation reconcile(@Nullable Bytes payload, Attempt attempt) throws Exception {
    Run run = world.runs().begin(node, attempt, false);
    Outcome<?> outcome = null;
    try {
      trouble();
      mustLive();
      if (world.bank().hasPaid(attempt.taskId(), attempt.fencingToken())) {
        outcome = Outcome.done();
        return Reconciliation.happened();
      }
      return Reconciliation.notHappened();
    } finally {
      world.runs().end(run, outcome);
    }
  }

  private void trouble() throws InterruptedException {
    if (world.isCalm()) {
      rest(chance.millis(0, 5));
      return;
    }
    boolean mild = world.scenario().mood() == Scenario.Mood.MILD;
    switch (chance.nextInt(10)) {
      case 0 -> throw new Mishap("the bank does not respond");
      case 1 -> rest(mild ? Duration.ZERO : world.scenario().settings().lease().multipliedBy(2));
      case 2 ->
          restWhateverComes(
              mild ? Duration.ZERO : world.scenario().settings().lease().plusMillis(9));
      default -> rest(chance.millis(0, 30));
    }
  }

  private void mustLive() {
    if (node.isDead()) {
      throw new SimulatedCrash(node.name());
    }
  }

  private @Nullable Outcome<?> plainOutcome(Attempt attempt) throws Exception {
    if (world.isCalm()) {
      rest(chance.millis(0, 20));
      return Outcome.done();
    }
    Duration lease = world.scenario().settings().lease();
    // A handler that overruns its deadline and its lease is lost. A mild world has no such loss.
    boolean mild = world.scenario().mood() == Scenario.Mood.MILD;
    switch (mild ? chance.between(4, 23) : chance.nextInt(24)) {
      case 0 -> rest(lease.multipliedBy(2));
      case 1 -> restWhateverComes(lease.plus(chance.millis(0, 500)));
      case 2 -> rest(world.scenario().deadline().multipliedBy(2));
      case 3 -> restWhateverComes(world.scenario().deadline().plus(chance.millis(0, 800)));
      case 4, 5 -> {
        rest(chance.millis(0, 40));
        throw new Mishap("failed");
      }
      case 6 -> throw new Mishap.Grave("failed gravely");
      default -> rest(chance.millis(0, 60));
    }
    return switch (chance.nextInt(26)) {
      case 5 -> Outcome.done(UNSTORABLE);
      case 0 -> Outcome.retry("once more");
      case 1 -> Outcome.retryAfter(chance.millis(0, 300), "once more, later");
      case 2 -> Outcome.failed("given up");
      // A next task is counted, so it must leave a trace.
      case 3 ->
          attempt.context().getOrDefault(CHILD_OF, "").isEmpty()
              ? Outcome.doneAndForget()
              : Outcome.done();
      case 4 -> null;
      default -> Outcome.done(Bytes.of("ok"));
    };
  }

  private interface Body {
    @Nullable Outcome<?> run() throws Exception;
  }

  private @Nullable Outcome<?> ending(Run run, Body body) throws Exception {
    Outcome<?> outcome = null;
    try {
      outcome = body.run();
      return outcome;
    } finally {
      world.runs().end(run, outcome);
    }
  }

  private static int step(Attempt attempt) {
    return Effects.stepOf(attempt.state());
  }

  private void rest(Duration duration) throws InterruptedException {
    node.simulation().sleep(duration);
  }

  private void restWhateverComes(Duration duration) {
    node.simulation().pass(duration);
  }
}
