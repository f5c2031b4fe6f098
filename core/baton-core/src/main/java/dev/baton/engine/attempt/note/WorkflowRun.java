package dev.baton.engine.attempt.note;

import dev.baton.api.SignalType;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.TaskNotDoneException;
import dev.baton.api.internal.Codecs;
import dev.baton.api.internal.RequestFields;
import dev.baton.api.internal.StoredSignal;
import dev.baton.api.internal.StoredType;
import dev.baton.engine.attempt.note.StepSequence.Place;
import dev.baton.engine.attempt.note.StoredStep.Form;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.base.ReadSizer;
import dev.baton.handler.Attempt;
import dev.baton.handler.FailTaskException;
import dev.baton.handler.Retry;
import dev.baton.handler.StepFailedException;
import dev.baton.handler.TaskParkedError;
import dev.baton.handler.Workflow;
import dev.baton.handler.internal.Definition;
import dev.baton.handler.internal.FailedAttempt;
import dev.baton.spi.core.LiveAndFinished;
import dev.baton.task.Bytes;
import dev.baton.task.Prerequisite;
import dev.baton.task.Status;
import dev.baton.task.internal.Texts;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Position;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.row.When;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.Transition;
import dev.baton.task.rule.Waits;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps of a workflow in one attempt. If a step has to wait, it ends the attempt, and the
 * transition parks the task. Use it on one thread at a time; any thread may read whether the task
 * is parked.
 */
final class WorkflowRun implements Workflow {
  private static final Logger LOG = LoggerFactory.getLogger(WorkflowRun.class);
  private static final String SIGNALLED = "1";

  private final NodeContext node;
  private final NotedAttempt held;
  private final Attempt attempt;
  private final StepRecorder recorder;
  private final long startedNanos;
  private final AtomicBoolean busy = new AtomicBoolean();
  private final Map<String, Integer> uses = new HashMap<>();
  private final Map<String, Integer> versions = new HashMap<>();
  private @Nullable StepSequence steps;

  /** The step whose work threw and that has no retries. The attempt must then end. */
  private @Nullable String broken;

  /**
   * Stores the failure of the previous step. It runs when the handler continues with another step.
   */
  private @Nullable Runnable caught;

  private volatile @Nullable Parked parked;

  /**
   * A wait that ends the attempt.
   *
   * @param until the time of the next run; null if the task waits for its children
   */
  private record Parked(@Nullable When until, Children children) {}

  /**
   * The children whose ends the task waits for.
   *
   * @param added the children that the write that parks the task must add
   */
  public record Children(Set<UUID> ids, List<TaskRequest<?, ?>> added) {
    static final Children NONE = new Children(Set.of(), List.of());
  }

  WorkflowRun(NodeContext node, NotedAttempt held, Attempt attempt, StepRecorder recorder) {
    this.node = node;
    this.held = held;
    this.attempt = attempt;
    this.recorder = recorder;
    this.startedNanos = node.runtime().nanoTime();
  }

  boolean isParked() {
    return parked != null;
  }

  /** Returns the children that the parked task waits for; none if it waits for a time. */
  Children children() {
    Parked wait = parked;
    return wait == null ? Children.NONE : wait.children;
  }

  /** Returns these waits in the form that the store needs. */
  Waits waits() {
    return new Waits(
        Set.of(), children().ids, node.settings().hintExpiry(), node.settings().keepFailed());
  }

  /** Returns the transition that parks the task; null if the attempt doesn't wait. */
  @Nullable Transition transition() {
    Parked wait = parked;
    if (wait == null) {
      return null;
    }
    Position p = held.task().position();
    return wait.until == null
        ? HolderRules.await(held.task())
        : HolderRules.continues(HolderRules.park(held.task(), wait.until, p.state(), p.data()));
  }

  /** Returns the transition to write if all children have ended before the task was parked. */
  Transition woken() {
    Position p = held.task().position();
    return HolderRules.continues(
        HolderRules.goToLater(held.task(), node.settings().hintExpiry(), p.state(), p.data()));
  }

  /** Throws if the handler ends before it has reached all steps of earlier runs. */
  void requireAllReached() {
    sequence().requireAllReached();
  }

  private StepSequence sequence() {
    if (steps == null) {
      steps = new StepSequence(recorder, taskId());
    }
    return steps;
  }

  @Override
  public Attempt attempt() {
    return attempt;
  }

  @Override
  public UUID taskId() {
    return held.taskId();
  }

  /** Runs one call of the handler. Throws if another call is still running. */
  private <T> T alone(String name, Supplier<T> call) {
    if (!busy.compareAndSet(false, true)) {
      throw new IllegalStateException(
          "Step "
              + name
              + " of task "
              + taskId()
              + " was called while another step ran: within its work, or on another thread. Call"
              + " one step after the other");
    }
    try {
      return call.get();
    } finally {
      busy.set(false);
    }
  }

  private Place next(String name) {
    held.requireHeld();
    if (broken != null) {
      throw new IllegalStateException(
          "Step "
              + name
              + " can't follow step "
              + broken
              + ", which threw: end the attempt with its exception, or give that step a Retry");
    }
    if (caught != null) {
      caught.run();
      caught = null;
    }
    return sequence().next(name);
  }

  private void done(Place place, Bytes value) {
    sequence().keep(place, Form.DONE, value);
  }

  private void keep(Place place, Form form, String text) {
    sequence().keep(place, form, Bytes.of(text));
  }

  /** Parks the task until this time at the earliest. */
  private TaskParkedError parkedUntil(String name, When until) {
    parked = new Parked(until, Children.NONE);
    return new TaskParkedError(name);
  }

  /** Returns whether this time had come, by the database's clock, when the task became due. */
  private boolean isOver(Instant until) {
    Instant ranAt = held.task().position().runAt();
    return ranAt != null && !ranAt.isBefore(until);
  }

  /** Returns the earliest end of a wait of this length, in microseconds as databases store it. */
  private Instant after(Duration length) {
    return held.task().lastAction().plus(length).truncatedTo(ChronoUnit.MICROS);
  }

  /**
   * Returns the current time of the database's clock. It doesn't use this node's clock, which may
   * be wrong by days.
   */
  private Instant databaseTime() {
    return held.task().lastAction().plusNanos(node.runtime().nanoTime() - startedNanos);
  }

  @Override
  public <T> T step(String name, Class<T> type, Work<T> work) {
    return decoded(name, type, taken(name, null, work, value -> encoded(name, value)));
  }

  @Override
  public <T> T step(String name, Class<T> type, Retry retry, Work<T> work) {
    return decoded(name, type, taken(name, retry, work, value -> encoded(name, value)));
  }

  @Override
  public void run(String name, Action action) {
    taken(name, null, nothing(action), nothing -> nothing);
  }

  @Override
  public void run(String name, Retry retry, Action action) {
    taken(name, retry, nothing(action), nothing -> nothing);
  }

  private static Work<Bytes> nothing(Action action) {
    return key -> {
      action.run(key);
      return Bytes.of("");
    };
  }

  private Bytes encoded(String name, Object value) {
    return value instanceof Bytes bytes
        ? bytes
        : Codecs.encode(node.codec().get(), valueOf(name), value);
  }

  private <T> T decoded(String name, Class<T> type, Bytes stored) {
    return type == Bytes.class
        ? type.cast(stored)
        : Codecs.decode(node.codec().get(), valueOf(name), stored, type);
  }

  private static String valueOf(String name) {
    return "The value of step " + name;
  }

  private <T> Bytes taken(
      String name, @Nullable Retry retry, Work<T> work, Function<T, Bytes> encode) {
    NoteName.requireWorkflowStep(name);
    return alone(name, () -> taken(next(name), retry, work, encode));
  }

  private <T> Bytes taken(
      Place place, @Nullable Retry retry, Work<T> work, Function<T, Bytes> encode) {
    int use = uses.merge(place.name(), 1, Integer::sum);
    String key = attempt.stepKey(use == 1 ? place.name() : place.name() + "#" + use);
    if (place.is(Form.DONE)) {
      return place.content();
    }
    if (place.is(Form.FAILED)) {
      throw new StepFailedException(place.name(), place.content().toText(), null);
    }
    int tries = 0;
    if (place.is(Form.RETRIES)) {
      String[] stored = place.content().toText().split(" ", 2);
      tries = Integer.parseInt(stored[0]);
      Instant until = Instant.parse(stored[1]);
      if (!isOver(until)) {
        throw parkedUntil("the next try of step " + place.name(), When.at(until));
      }
    }
    Bytes value = encode.apply(worked(place, tries, retry, work, key));
    done(place, value);
    return value;
  }

  private <T> T worked(
      Place place, int earlierTries, @Nullable Retry retry, Work<T> work, String key) {
    for (int tries = earlierTries + 1; ; tries++) {
      try {
        return work.run(key);
      } catch (Throwable thrown) {
        if (retry == null
            || attempt.isCancelled()
            || thrown instanceof Error
            || thrown instanceof FailTaskException) {
          broken = place.name();
          throw WorkflowRun.<RuntimeException>unchecked(thrown);
        }
        failed(place, tries, retry, thrown);
      }
    }
  }

  /**
   * Throws the work's own exception, although the method of a step declares no checked exception.
   */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // satisfies the compiler
  private static <E extends Throwable> E unchecked(Throwable thrown) throws E {
    throw (E) thrown;
  }

  /** Decides what follows a failed try. Returns normally if the step must try again at once. */
  private void failed(Place place, int tries, Retry retry, Throwable thrown) {
    Definition definition = held.definition();
    TaskSpec spec = held.task().spec();
    Optional<Duration> delay =
        retry.retryAfter(
            new FailedAttempt<>(
                tries,
                thrown,
                () -> definition.stored().payload(spec.payload(), spec.traits()),
                spec.context(),
                databaseTime(),
                node.runtime().random()));
    if (delay.isEmpty()) {
      String text = Texts.line(Texts.message(thrown));
      caught = () -> keep(place, Form.FAILED, text);
      throw new StepFailedException(place.name(), text, thrown);
    }
    keep(place, Form.RETRIES, tries + " " + after(delay.get()));
    LOG.info(
        "Try {} of step {} of task {} failed and is repeated after {}: {}",
        tries,
        Texts.line(place.name()),
        taskId(),
        delay.get(),
        Texts.line(Texts.message(thrown)));
    if (!delay.get().isZero()) {
      throw parkedUntil("the next try of step " + place.name(), When.in(delay.get()));
    }
  }

  @Override
  public <T> Optional<T> awaitSignal(SignalType<T> signal, Duration timeout) {
    String name = StoredStep.signalStep(signal.name());
    NoteName.requireSignal(signal.name());
    return alone(name, () -> signalled(next(name), signal.name(), timeout))
        .map(StoredSignal.of(signal, node.codec())::decode);
  }

  private Optional<Bytes> signalled(Place place, String signal, Duration timeout) {
    if (place.is(Form.SIGNALLED)) {
      held.notes().skip(signal);
      byte[] stored = place.content().toArray();
      return stored.length == 0
          ? Optional.empty()
          : Optional.of(Bytes.of(Arrays.copyOfRange(stored, 1, stored.length)));
    }
    Optional<Bytes> value = held.notes().await(signal, timeout);
    Bytes content = value.map(bytes -> joined(SIGNALLED, bytes)).orElse(Bytes.of(""));
    sequence().keep(place, Form.SIGNALLED, content);
    return value;
  }

  private static Bytes joined(String start, Bytes rest) {
    byte[] first = Bytes.of(start).toArray();
    byte[] all = Arrays.copyOf(first, first.length + rest.length());
    System.arraycopy(rest.toArray(), 0, all, first.length, rest.length());
    return Bytes.of(all);
  }

  @Override
  public void sleep(Duration length) {
    slept("sleep()", length);
  }

  @Override
  public void sleep(String name, Duration length) {
    NoteName.requireWorkflowStep(name);
    slept(name, length);
  }

  private void slept(String name, Duration length) {
    When end = When.in(length);
    alone(
        name,
        () -> {
          Place place = next(name);
          if (place.is(Form.DONE)) {
            return true;
          }
          if (!place.is(Form.SLEEPS)) {
            keep(place, Form.SLEEPS, after(length).toString());
            throw parkedUntil("the end of its sleep", end);
          }
          Instant until = Instant.parse(place.content().toText());
          if (!isOver(until)) {
            throw parkedUntil("the end of its sleep", When.at(until));
          }
          done(place, Bytes.of(""));
          return true;
        });
  }

  @Override
  public Instant now() {
    return Instant.parse(once("now()", () -> databaseTime().toString()));
  }

  @Override
  public UUID randomUuid() {
    return UUID.fromString(once("randomUuid()", () -> random().toString()));
  }

  private UUID random() {
    byte[] bytes = new byte[16];
    node.runtime().random().nextBytes(bytes);
    // A name-based UUID, so that its version differs from the ids that Baton creates.
    return UUID.nameUUIDFromBytes(bytes);
  }

  private String once(String name, Supplier<String> value) {
    return alone(
        name,
        () -> {
          Place place = next(name);
          if (place.is(Form.DONE)) {
            return place.content().toText();
          }
          String first = value.get();
          done(place, Bytes.of(first));
          return first;
        });
  }

  @Override
  public int version(String change, int current) {
    NoteName.requireWorkflowStep(change);
    if (current < 2) {
      throw new IllegalArgumentException(
          "The version of change "
              + change
              + " must be 2 or more, not "
              + current
              + ": 1 is the code before the change");
    }
    Integer known = versions.get(change);
    if (known == null) {
      String name = "version(" + change + ")";
      known =
          !name.equals(sequence().expected()) && sequence().hasMore()
              ? 1
              : Integer.parseInt(once(name, () -> String.valueOf(current)));
      versions.put(change, known);
    }
    return known;
  }

  @Override
  @SuppressWarnings("NullAway") // A child without a result returns null.
  public <R> R call(TaskRequest<?, R> child) {
    return children("call(" + child.type().name() + ")", List.of(child), 1).get(0);
  }

  @Override
  @SuppressWarnings("NullAway") // A child without a result returns null.
  public <R> R call(String name, TaskRequest<?, R> child) {
    NoteName.requireWorkflowStep(name);
    return children(name, List.of(child), 1).get(0);
  }

  @Override
  public <R> List<R> callAll(Collection<? extends TaskRequest<?, R>> children, int atATime) {
    String types =
        children.stream()
            .map(child -> child.type().name())
            .distinct()
            .limit(3)
            .collect(Collectors.joining(", "));
    return called("callAll(" + types + ")", children, atATime);
  }

  @Override
  public <R> List<R> callAll(
      String name, Collection<? extends TaskRequest<?, R>> children, int atATime) {
    NoteName.requireWorkflowStep(name);
    return called(name, children, atATime);
  }

  private <R> List<R> called(
      String name, Collection<? extends TaskRequest<?, R>> children, int atATime) {
    if (atATime < 1) {
      throw new IllegalArgumentException("At least one child must run at a time, not " + atATime);
    }
    if (children.size() > MAX_CHILDREN) {
      throw new IllegalArgumentException(
          "callAll adds at most "
              + MAX_CHILDREN
              + " children, not "
              + children.size()
              + ". Call children that call their own children");
    }
    List<TaskRequest<?, R>> all = List.copyOf(children);
    return all.isEmpty() ? List.of() : children(name, all, atATime);
  }

  private <R> List<R> children(String name, List<TaskRequest<?, R>> children, int atATime) {
    String shortName = name.length() > MAX_STEP_NAME ? name.substring(0, MAX_STEP_NAME) : name;
    children.forEach(this::requireCallable);
    List<@Nullable Bytes> results =
        alone(shortName, () -> results(next(shortName), children, atATime));
    List<R> decoded = new ArrayList<>(results.size());
    for (int i = 0; i < results.size(); i++) {
      decoded.add(decoded(children.get(i).type(), results.get(i)));
    }
    return decoded;
  }

  @SuppressWarnings("NullAway") // A child without a result returns null.
  private <R> R decoded(TaskType<?, R> type, @Nullable Bytes result) {
    return StoredType.of(type, node.codec()).result(result);
  }

  private void requireCallable(TaskRequest<?, ?> child) {
    RequestFields fields = RequestFields.withoutPayload(child);
    if (fields.id() != null || fields.uniqueKey() != null) {
      throw new IllegalArgumentException(
          child
              + " has its own identity, so it may be a task that exists already. A workflow adds"
              + " its children once without it: remove unique(...) or id(...)");
    }
    Definition definition = node.definitions().find(child.type().name());
    Duration kept = definition == null ? null : definition.keepDone();
    if (kept != null && kept.isZero() && child.type().resultClass() != Void.class) {
      throw new IllegalArgumentException(
          child
              + " has a result, but finished tasks of its type aren't kept: remove keepDone(ZERO)"
              + " from its definition");
    }
  }

  private List<@Nullable Bytes> results(
      Place place, List<? extends TaskRequest<?, ?>> children, int atATime) {
    if (place.is(Form.CALLED)) {
      String count = place.content().toText().lines().findFirst().orElseThrow();
      List<@Nullable Bytes> results = sequence().parts(place, Integer.parseInt(count));
      sequence().requireSame(place, results.size(), children.size());
      return results;
    }
    if (place.is(Form.NOT_DONE)) {
      throw notDone(place.content().toText());
    }
    if (!place.is(Form.CALLS)) {
      List<UUID> added = children.stream().map(child -> random()).toList();
      keep(place, Form.CALLS, lines(added));
      throw parkedForEnds(added, children, atATime, id -> true);
    }
    List<UUID> ids = place.children();
    sequence().requireSame(place, ids.size(), children.size());
    Map<UUID, Prerequisite> known = new HashMap<>();
    node.waits().waitedFor(taskId()).forEach(one -> known.put(one.id(), one));
    Found found = new Found(new HashSet<>(), new HashMap<>());
    Predicate<UUID> hasEnded = id -> known.containsKey(id) && known.get(id).end() != null;
    read(ids.stream().filter(hasEnded.negate()).toList(), known.keySet(), found);
    // While a child lives, the results of the others aren't needed.
    if (found.live.isEmpty()) {
      read(ids.stream().filter(hasEnded).toList(), known.keySet(), found);
    }
    Predicate<UUID> isMissing =
        id -> !found.live.contains(id) && !found.ended.containsKey(id) && !known.containsKey(id);
    if (!found.live.isEmpty() || ids.stream().anyMatch(isMissing)) {
      throw parkedForEnds(ids, children, atATime, isMissing);
    }
    List<@Nullable Bytes> results = new ArrayList<>(ids.size());
    for (int i = 0; i < ids.size(); i++) {
      results.add(result(place, children.get(i), ids.get(i), found.ended, known));
    }
    keep(place, Form.CALLED, sequence().keepParts(place, results) + "\n" + lines(ids));
    return results;
  }

  /** The children of a step that are live, and those whose finished rows are kept. */
  private record Found(Set<UUID> live, Map<UUID, Ended> ended) {}

  /** The end of a child, without its payload. */
  private record Ended(Status status, @Nullable Bytes result, @Nullable String error) {
    static Ended of(FinishedTask task) {
      return new Ended(task.status(), task.result(), task.error());
    }
  }

  /**
   * Reads some children page by page. Stops at a live child, unless it isn't known whether the
   * others exist.
   */
  private void read(List<UUID> ids, Set<UUID> known, Found found) {
    ReadSizer sizer = new ReadSizer(node);
    int next = 0;
    while (next < ids.size() && (found.live.isEmpty() || !known.containsAll(ids))) {
      List<UUID> page = ids.subList(next, Math.min(ids.size(), next + sizer.size()));
      LiveAndFinished now = node.lookups().liveAndFinished(new LinkedHashSet<>(page));
      found.live.addAll(now.live());
      now.finished().forEach(task -> found.ended.put(task.id(), Ended.of(task)));
      sizer.read(now.finished());
      next += page.size();
    }
  }

  /** Parks the task until these children have ended, and adds those that are missing. */
  private TaskParkedError parkedForEnds(
      List<UUID> ids,
      List<? extends TaskRequest<?, ?>> children,
      int atATime,
      Predicate<UUID> isMissing) {
    List<TaskRequest<?, ?>> added = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      if (isMissing.test(ids.get(i))) {
        TaskRequest<?, ?> child = children.get(i).id(ids.get(i));
        added.add(i < atATime ? child : child.waitForEnd(List.of(ids.get(i - atATime))));
      }
    }
    if (held.definition().cancelsChildren()) {
      // Also if all children exist: the task of an earlier wait may have ended with that life.
      added.add(ChildCancellation.of(taskId(), ids));
    }
    parked = new Parked(null, new Children(new HashSet<>(ids), added));
    return new TaskParkedError("its children");
  }

  private static String lines(List<UUID> ids) {
    return ids.stream().map(UUID::toString).collect(Collectors.joining("\n"));
  }

  private @Nullable Bytes result(
      Place place,
      TaskRequest<?, ?> child,
      UUID id,
      Map<UUID, Ended> finished,
      Map<UUID, Prerequisite> known) {
    Ended task = finished.get(id);
    if (task != null && task.status() == Status.DONE) {
      return task.result();
    }
    if (task == null) {
      Prerequisite ended = known.get(id);
      boolean isDone = ended != null && ended.end() == Status.DONE;
      if (isDone && child.type().resultClass() == Void.class) {
        return null;
      }
    }
    TaskNotDoneException.End end =
        task == null
            ? TaskNotDoneException.End.GONE
            : TaskNotDoneException.End.valueOf(task.status().name());
    String error = task == null ? "its finished row is no longer kept" : task.error();
    String text =
        String.join(
            "\n", id.toString(), child.type().name(), end.name(), error == null ? "" : error);
    caught = () -> keep(place, Form.NOT_DONE, text);
    throw notDone(text);
  }

  private static TaskNotDoneException notDone(String text) {
    String[] stored = text.split("\n", 4);
    return new TaskNotDoneException(
        UUID.fromString(stored[0]),
        stored[1],
        TaskNotDoneException.End.valueOf(stored[2]),
        stored[3].isEmpty() ? null : stored[3]);
  }
}
