package dev.baton.engine.schedule;

import dev.baton.api.TaskAdder;
import dev.baton.api.TaskRequest;
import dev.baton.api.Transaction;
import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.api.internal.RequestFields;
import dev.baton.cluster.BucketOptions;
import dev.baton.engine.base.Actor;
import dev.baton.engine.base.AuditNotes;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.base.PagedListing;
import dev.baton.engine.base.RecentAnswer;
import dev.baton.engine.schedule.TickPlan.Next;
import dev.baton.handler.internal.Definition;
import dev.baton.operate.Cursor;
import dev.baton.operate.Listing;
import dev.baton.operate.Page;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleState;
import dev.baton.schedule.ScheduleTroubles;
import dev.baton.schedule.Schedules;
import dev.baton.schedule.Tick;
import dev.baton.schedule.Timing;
import dev.baton.schedule.internal.TickTraits;
import dev.baton.spi.AuditNote;
import dev.baton.spi.ScheduleStore;
import dev.baton.task.Flow;
import dev.baton.task.internal.Texts;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.rule.AddRules;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes schedules for the application and for operators. Each change locks the schedule's row or
 * compares its version. Thread-safe.
 */
public final class ScheduleService implements Schedules {
  private static final Logger LOG = LoggerFactory.getLogger(ScheduleService.class);
  private static final Duration FRESH = Duration.ofSeconds(3);

  /**
   * Maximum number of tries if other changes come first. If the row is locked, the first try
   * succeeds.
   */
  private static final int MAX_TRIES = 100;

  private final NodeContext node;
  private final Scheduling scheduling;
  private final TaskAdder adder;
  private final RecentAnswer<Boolean, ScheduleTroubles> troubles;
  private final Actor actor;

  /**
   * @param actor the author of changes if the caller names none
   */
  public ScheduleService(NodeContext node, Scheduling scheduling, TaskAdder adder, Actor actor) {
    this(node, scheduling, adder, new RecentAnswer<>(node.runtime(), FRESH), actor);
  }

  private ScheduleService(
      NodeContext node,
      Scheduling scheduling,
      TaskAdder adder,
      RecentAnswer<Boolean, ScheduleTroubles> troubles,
      Actor actor) {
    this.node = node;
    this.scheduling = scheduling;
    this.adder = adder;
    this.troubles = troubles;
    this.actor = actor;
  }

  @Override
  public Schedules by(String actor, String reason) {
    return new ScheduleService(node, scheduling, adder, troubles, new Actor(actor, reason));
  }

  /**
   * Writes the schedules that the node's code declares, if they are new or if the code has changed
   * since they were last declared. So a change that an operator made at run time remains until the
   * code changes.
   */
  public void declare() {
    for (Schedule declared : scheduling.declared()) {
      Schedule schedule = complete(declared);
      boolean written = writing().joining(writer -> declared(writer, schedule));
      if (written) {
        LOG.info("Declared the schedule {} as this node's code defines it", Texts.line(schedule));
      }
    }
  }

  private boolean declared(ScheduleWriter writer, Schedule schedule) {
    UUID fingerprint = schedule.fingerprint();
    ScheduleState fresh = fresh(schedule, writer.now(), fingerprint);
    return writer.insert(fresh)
        || change(
            writer,
            schedule.name(),
            there -> !fingerprint.equals(there.declared()),
            there -> changed(writer, there, schedule, fingerprint));
  }

  @Override
  public Schedule complete(Schedule schedule) {
    TaskRequest<?, ?> request = RequestFields.encoded(schedule.request(), node.codec());
    RequestFields run = RequestFields.of(request);
    Definition definition = node.definitions().find(run.type());
    return schedule.adds(
        run.bucket() != null || definition == null ? request : request.bucket(definition.bucket()));
  }

  @Override
  public void put(Schedule schedule) {
    writing().joining(writer -> put(writer, schedule));
  }

  @Override
  public void put(Transaction transaction, Schedule schedule) {
    put(writing().in(transaction), schedule);
  }

  /** Returns whether the stored schedule is new or has changed. */
  private boolean put(ScheduleWriter writer, Schedule given) {
    Schedule schedule = complete(given);
    ScheduleState fresh = fresh(schedule, writer.now(), null);
    AuditNote note = noteOf("SCHEDULE_PUT", schedule);
    UnaryOperator<ScheduleState> to = there -> changed(writer, there, schedule, there.declared());
    while (!writer.insert(fresh, note)) {
      Optional<ScheduleState> there = writer.read(schedule.name());
      if (there.isPresent()) {
        if (to.apply(there.get()).equals(there.get())) {
          return false;
        }
        writer.note(note);
        if (change(writer, schedule.name(), state -> true, to)) {
          return true;
        }
      }
    }
    return true;
  }

  /** Checks everything that may be invalid, before anything is written. */
  private ScheduleState fresh(Schedule schedule, Instant now, @Nullable UUID fingerprint) {
    check(RequestFields.of(schedule.request()));
    ScheduleState bare = ScheduleState.fresh(schedule, null, now, fingerprint);
    Next first;
    try {
      first = TickRules.first(schedule.timing(), now);
    } catch (IllegalArgumentException invalid) {
      throw new IllegalArgumentException(
          "Schedule " + schedule.name() + ": " + invalid.getMessage(), invalid);
    }
    return placed(bare, first, now);
  }

  /**
   * Checks that the tasks of the schedule could be added. An error at a tick would reach no caller.
   */
  private static void check(RequestFields run) {
    String bucket = run.bucket() == null ? BucketOptions.DEFAULT : run.bucket();
    AddRules.now(Duration.ZERO, run.state());
    new TaskSpec(
        new Flow(run.type(), run.key()),
        run.subType(),
        bucket,
        run.priority(),
        run.payload(),
        run.context(),
        run.traits(),
        TaskSpec.Origin.NONE,
        false);
  }

  private ScheduleState changed(
      ScheduleWriter writer, ScheduleState old, Schedule schedule, @Nullable UUID fingerprint) {
    ScheduleState defined = old.defined(schedule, fingerprint);
    Timing timing = schedule.timing();
    if (old.isOver() || !timing.equals(old.schedule().timing())) {
      Instant now = writer.now();
      defined = placed(defined, TickRules.restarted(timing, defined, now), now);
    }
    return defined;
  }

  private ScheduleState placed(ScheduleState state, Next next, Instant now) {
    if (next instanceof Next.Over) {
      throw new IllegalArgumentException(
          "The schedule "
              + state.name()
              + " would never tick. Its timing '"
              + state.schedule().timing()
              + "' has no time after "
              + now);
    }
    return NextTimes.placed(state, next, now, node.runtime());
  }

  @Override
  public boolean remove(String name) {
    return writing().joining(writer -> remove(writer, name));
  }

  @Override
  public boolean remove(Transaction transaction, String name) {
    return remove(writing().in(transaction), name);
  }

  private boolean remove(ScheduleWriter writer, String name) {
    return noted(writer, name, "SCHEDULE_REMOVE").isPresent() && writer.remove(name);
  }

  @Override
  public boolean end(String name) {
    return writing().joining(writer -> end(writer, name));
  }

  @Override
  public boolean end(Transaction transaction, String name) {
    return end(writing().in(transaction), name);
  }

  private boolean end(ScheduleWriter writer, String name) {
    return change(writer, name, "SCHEDULE_END", state -> state.due(null, null));
  }

  @Override
  public boolean pause(String name) {
    return writing()
        .joining(writer -> change(writer, name, "SCHEDULE_PAUSE", state -> state.paused(true)));
  }

  @Override
  public boolean resume(String name) {
    return writing()
        .joining(
            writer -> change(writer, name, "SCHEDULE_RESUME", state -> resumed(writer, state)));
  }

  private ScheduleState resumed(ScheduleWriter writer, ScheduleState state) {
    if (!state.paused() || state.isOver()) {
      return state.paused(false);
    }
    Instant now = writer.now();
    Next next = TickRules.resumed(state, now);
    return NextTimes.placed(state.paused(false), next, now, node.runtime());
  }

  @Override
  public Optional<UUID> runNow(String name) {
    return writing()
        .joining(writer -> noted(writer, name, "SCHEDULE_RUN").map(state -> runNow(writer, state)));
  }

  private UUID runNow(ScheduleWriter writer, ScheduleState state) {
    Tick tick = new Tick(state.name(), writer.now());
    UUID task = writer.add(TickTraits.with(tick, state.schedule().request()));
    if (!writer.change(state.ran(List.of(task)))) {
      change(writer, state.name(), there -> true, now -> now.ran(List.of(task)));
    }
    return task;
  }

  private boolean change(
      ScheduleWriter writer, String name, String action, UnaryOperator<ScheduleState> to) {
    return noted(writer, name, action).isPresent() && change(writer, name, there -> true, to);
  }

  /** Reads the schedule, and writes the audit entry of a change if the schedule exists. */
  private Optional<ScheduleState> noted(ScheduleWriter writer, String name, String action) {
    Optional<ScheduleState> there = writer.read(name);
    there.ifPresent(state -> writer.note(noteOf(action, state.schedule())));
    return there;
  }

  private AuditNote noteOf(String action, Schedule schedule) {
    String detail =
        schedule.name() + ": " + schedule.timing() + ", runs " + schedule.request().type().name();
    return new AuditNotes(node.runtime()).note(action, actor, detail);
  }

  /** Changes the schedule if it exists and matches. Tries again if another change came first. */
  private static boolean change(
      ScheduleWriter writer,
      String name,
      Predicate<ScheduleState> wanted,
      UnaryOperator<ScheduleState> to) {
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      Optional<ScheduleState> there = writer.read(name).filter(wanted);
      if (there.isEmpty()) {
        return false;
      }
      if (writer.change(to.apply(there.get()))) {
        return true;
      }
    }
    throw new StoreUnavailableException(
        "The schedule " + name + " was changed by another caller in each try. Try again later");
  }

  @Override
  public ScheduleTroubles troubles() {
    ScheduleStore store = scheduling.store();
    return store == null
        ? new ScheduleTroubles(node.clock().now(), true, List.of())
        : troubles.get(true, () -> new ScheduleSearch(node).search(store));
  }

  @Override
  public Optional<ScheduleState> find(String name) {
    return store().find(name);
  }

  @Override
  public Listing<ScheduleState> list() {
    return PagedListing.of((after, size) -> page(after == null ? null : after.name(), size));
  }

  private Page<ScheduleState> page(@Nullable String after, int size) {
    return Page.of(store().list(after, size), size, state -> Cursor.name(state.name()));
  }

  private ScheduleStore store() {
    if (scheduling.store() == null) {
      throw new ConfigurationException(
          "This node was built without a store for schedules. Call Stores.schedules(...) with a"
              + " store on the same database, or use JdbcStore.of(dataSource)");
    }
    return scheduling.store();
  }

  private ScheduleWriting writing() {
    return new ScheduleWriting(node, store(), adder);
  }
}
