package dev.baton.tck.simulation;

import dev.baton.Baton;
import dev.baton.api.TaskType;
import dev.baton.cluster.BucketOptions;
import dev.baton.handler.Chunks;
import dev.baton.handler.OnLost;
import dev.baton.handler.Retry;
import dev.baton.handler.RetryPolicy;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.handler.internal.RawHandler;
import dev.baton.limit.Booking;
import dev.baton.limit.BookingPolicy;
import dev.baton.limit.Limit;
import dev.baton.limit.internal.GrantedSlot;
import dev.baton.limit.internal.LimitPolicies;
import dev.baton.operate.incident.IncidentNotice;
import dev.baton.operate.incident.IncidentSink;
import dev.baton.operate.incident.Incidents;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.NoteStore;
import dev.baton.spi.Stores;
import dev.baton.spi.Transactions;
import dev.baton.task.Bytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One place of the cluster, with its current node and the earlier nodes that crashed or stopped.
 */
final class Member {
  /** Number of tasks per claim in worlds with small tables. */
  static final int CLAIMED_AT_A_TIME = 3;

  private static final double MISHAPS = 0.01;
  private static final Duration SHORT_RETENTION = Duration.ofSeconds(2);
  private static final Duration UNTIL_TRIED_AGAIN = Duration.ofMillis(300);

  private static final Incidents INCIDENTS =
      Incidents.to(new Listener())
          .lookEvery(Duration.ofMillis(300))
          .stuckAfter(Duration.ofMillis(500))
          .queuedAfter(Duration.ofMillis(500))
          .calmFor(Duration.ofMillis(400));

  private final World world;
  private final String name;
  private final boolean client;
  private int starts;
  private @Nullable SimulatedNode node;
  private @Nullable Baton baton;
  private @Nullable Transactions transactions;
  private @Nullable NoteStore notes;
  private List<SlotCount> slots = List.of();

  Member(World world, String name, boolean client) {
    this.world = world;
    this.name = name;
    this.client = client;
  }

  /** Returns whether this member only adds tasks. */
  boolean isClient() {
    return client;
  }

  boolean is(SimulatedNode other) {
    return node == other && baton != null;
  }

  /** Returns whether the node runs. Notices a crash. */
  boolean isUp() {
    return node != null && baton != null && !node.isDead();
  }

  boolean isStarting() {
    return node != null && baton == null && !node.isDead();
  }

  SimulatedNode node() {
    return java.util.Objects.requireNonNull(node);
  }

  Baton baton() {
    return java.util.Objects.requireNonNull(baton);
  }

  Transactions transactions() {
    return java.util.Objects.requireNonNull(transactions);
  }

  /** Returns the store for the notes of attempts. Only for databases with tables. */
  NoteStore notes() {
    return java.util.Objects.requireNonNull(notes);
  }

  List<SlotCount> slots() {
    return slots;
  }

  /** Forgets the node, so that another node can start in its place. */
  void forget() {
    node = null;
    baton = null;
  }

  /** Starts a new node in this place on a separate thread. */
  void start(boolean bucketsStartByThemselves) {
    SimulatedNode fresh = new SimulatedNode(world.simulation(), name + "#" + ++starts);
    node = fresh;
    baton = null;
    world.turns().begin();
    fresh.start(
        "main",
        () -> {
          while (true) {
            try {
              begin(fresh, bucketsStartByThemselves);
              return;
            } catch (RuntimeException notNow) {
              world.simulation().line(() -> "can't start: " + notNow.getMessage());
              world.simulation().pass(UNTIL_TRIED_AGAIN);
            }
          }
        });
  }

  private void begin(SimulatedNode fresh, boolean bucketsStartByThemselves) {
    SimulatedDatabase database = world.database();
    Sabotage sabotage = world.sabotage();
    NodeRuntime runtime = sabotage.runtime(fresh, new SimulatedRuntime(fresh));
    if (world.torment() == Torment.THROWN) {
      runtime = LogSeam.with(runtime, () -> world.mishap(fresh, "logger", MISHAPS));
    }
    slots = new ArrayList<>();
    Baton.Builder builder =
        connected(fresh)
            .channel(new SimulatedChannel(fresh, database, world.network()))
            .runtime(runtime)
            .name(fresh.name())
            .settings(s -> world.scenario().settings())
            .listener(
                event -> {
                  shake("listener");
                  world.mishap(fresh, "listener", MISHAPS);
                })
            .decorator(
                request -> {
                  world.mishap(fresh, "decorator", MISHAPS);
                  return request;
                })
            .interceptor((attempt, inner) -> inner.proceed())
            .interceptor(
                (attempt, inner) -> {
                  shake("interceptor");
                  world.mishap(fresh, "interceptor", MISHAPS);
                  if (!sabotage.beforeHandlers().isZero()) {
                    world.simulation().pass(sabotage.beforeHandlers());
                  }
                  return inner.proceed();
                });
    if (world.ticks().takesPart()) {
      builder.schedule(TickCheck.SCHEDULE);
    }
    if (world.hasTables()) {
      builder.incidents(INCIDENTS);
    }
    if (!bucketsStartByThemselves) {
      builder.bucket(BucketOptions.named(BucketOptions.DEFAULT).startedByHand());
      builder.bucket(BucketOptions.named(Types.SIDE_BUCKET).startedByHand());
    } else if (!world.scenario().flood()) {
      int least = 2 + fresh.chance().nextInt(6);
      // With capacity for one to four flows.
      int total = least * (1 + least % 4);
      builder.bucket(
          BucketOptions.named(BucketOptions.DEFAULT)
              .lookAhead(least, total)
              .claimBatch(CLAIMED_AT_A_TIME));
    }
    definitions(fresh).forEach(builder::define);
    if (client) {
      world.clients().isClient(fresh);
      if (!sabotage.clientsAreServers()) {
        builder.client();
      }
    }
    Baton started = builder.start();
    baton = started;
  }

  /** Returns a builder that is connected to the database through the node's stores. */
  private Baton.Builder connected(SimulatedNode fresh) {
    Ground.Core core = world.ground().core(fresh);
    if (core != null) {
      notes = core.stores().notes();
      return Baton.builder(core.stores()).leadership(core.leadership());
    }
    Seams seams = world.ground().seams(fresh);
    Stores stores =
        seams
            .more()
            .apply(
                Stores.of(
                        world
                            .sabotage()
                            .store(
                                fresh,
                                world.runs(),
                                world.writesSlowly(world.waits().overheard(seams.tasks()))))
                    .cluster(seams.cluster())
                    .operations(seams.operations())
                    .signals(seams.signals())
                    .resubmissions(seams.resubmissions()));
    notes = stores.notes();
    transactions = world.ground().callers(seams.transactions());
    boolean hasSchedules = world.ticks().takesPart() || world.hasTables();
    return Baton.builder(hasSchedules ? stores.schedules(seams.schedules()) : stores)
        .transactions(seams.transactions())
        .leadership(seams.leadership());
  }

  private void shake(String what) {
    SimulatedNode now = node;
    if (!world.isCalm()
        && world.scenario().mood() == Scenario.Mood.WILD
        && now != null
        && now.chance().happens(0.01)) {
      if (now.chance().happens(0.2)) {
        throw new Mishap.Grave("a gravely broken " + what);
      }
      throw new Mishap("a broken " + what);
    }
  }

  private List<TaskDefinition<?, ?>> definitions(SimulatedNode fresh) {
    Handlers handlers = new Handlers(world, fresh);
    List<TaskDefinition<?, ?>> all = new ArrayList<>();
    RetryPolicy fast = shaky(Retry.fixed(Duration.ofMillis(150)).maxAttempts(4), fresh);
    all.add(RawDefinition.of(Types.PLAIN, handlers::plain).retry(fast));
    all.add(RawDefinition.of(Types.ORDERED, handlers::plain).retry(fast));
    all.add(
        RawDefinition.of(Types.KEYED, handlers::plain)
            .retry(Retry.fixed(Duration.ZERO).maxAttempts(4)));
    if (!world.isCore()) {
      RawHandler.Transactional money = handlers::money;
      all.add(
          RawDefinition.transactional(Types.MONEY, money)
              .retry(Retry.exponential(Duration.ofMillis(50)).maxAttempts(5).jitter(0.2)));
    }
    all.add(
        RawDefinition.of(Types.ONCE, handlers::plain).retry(Retry.never()).onLost(OnLost.stop()));
    all.add(async(handlers).retry(fast).keepDone(SHORT_RETENTION));
    TaskDefinition<?, ?> flowing =
        RawDefinition.of(Types.FLOWING, handlers::flowing).retry(fast).onLost(OnLost.resume(3));
    all.add(world.hasTables() ? flowing.keepRuns(1) : flowing);
    all.add(RawDefinition.of(Types.GATHER, handlers::gather).retry(fast));
    all.add(
        RawDefinition.of(Types.SHAKY, handlers::plain)
            .retry(fast)
            .failWhenExhausted()
            .bucket(Types.SIDE_BUCKET));
    all.add(RawDefinition.of(Types.TALK, handlers::talk).retry(fast));
    all.add(
        RawDefinition.of(Types.ASKED, handlers::asked)
            .retry(fast)
            .onLost(OnLost.askIfMarked(handlers::reconcile)));
    all.add(
        RawDefinition.of(Types.ASKED_BARE, handlers::askedBare)
            .retry(fast)
            .onLost(OnLost.ask(handlers::reconcile)));
    List<TaskDefinition<?, ?>> defined =
        new ArrayList<>(all.stream().map(d -> limited(d, fresh)).toList());
    if (world.hasNotes() || world.isCore()) {
      defined.add(
          limited(
              RawDefinition.of(Types.NOTED, handlers::noted).retry(fast).keepDone(SHORT_RETENTION),
              fresh));
    }
    if (world.hasWork()) {
      TaskDefinition<?, ?> work =
          TaskDefinition.of(TaskType.of(Types.WORK, Bytes.class, Bytes.class))
              .workflow((payload, flow) -> handlers.work(flow))
              .retry(fast);
      defined.add(limited(world.work().cancelsChildren() ? work.cancelChildren() : work, fresh));
      defined.add(limited(RawDefinition.of(Types.CHILD, handlers::child).retry(fast), fresh));
    }
    if (world.takesTurns()) {
      defined.add(
          limited(
              world.sabotage().fair(RawDefinition.of(Types.FAIR, handlers::lasting).retry(fast)),
              fresh));
    }
    if (world.scenario().flood()) {
      defined.add(
          RawDefinition.of(Types.FLOOD, handlers::brief)
              .limits(Limit.none())
              .retry(fast)
              .keepDone(world.scenario().nodes() % 2 == 0 ? Duration.ZERO : Duration.ofHours(1))
              .deadline(world.types().of(Types.FLOOD).deadline()));
    }
    return defined;
  }

  /** Returns an asynchronous type, whose tasks run one by one or in chunks. */
  private TaskDefinition<?, ?> async(Handlers handlers) {
    return world.scenario().nodes() % 2 == 0
        ? TaskDefinition.of(TaskType.of(Types.ASYNC, Void.class, Bytes.class))
            .chunks(Chunks.of(3).linger(Duration.ofMillis(60)), handlers::chunk)
        : RawDefinition.async(Types.ASYNC, handlers::async);
  }

  private TaskDefinition<?, ?> limited(TaskDefinition<?, ?> definition, SimulatedNode fresh) {
    Types.Kind kind = world.types().of(definition.type().name());
    SlotCount count = new SlotCount(world.violations(), fresh, definition.type().name());
    slots.add(count);
    BookingPolicy policy = shaky(count.of(LimitPolicies.of(Limit.node(kind.slots()))), fresh);
    if (kind.slotsPerKey() < kind.slots()) {
      BookingPolicy perKey = LimitPolicies.of(Limit.node(kind.slotsPerKey()).perKey());
      policy =
          world
              .sabotage()
              .both(
                  policy,
                  candidate -> {
                    if (definition.type().name().equals(Types.SHAKY)
                        && !world.isCalm()
                        && fresh.chance().happens(0.2)) {
                      throw new Mishap("a broken policy");
                    }
                    return perKey.book(candidate);
                  });
    }
    return inState(definition, fresh)
        .limits(Limit.custom(policy), LimitCheck.limit(definition.type().name(), world.isCore()))
        .deadline(kind.deadline());
  }

  /**
   * Returns a policy that throws anything when it is called or when its slot is released, in worlds
   * with this fault.
   */
  private BookingPolicy shaky(BookingPolicy real, SimulatedNode fresh) {
    if (world.torment() != Torment.THROWN) {
      return real;
    }
    return candidate -> {
      world.mishap(fresh, "policy", MISHAPS);
      Booking booking = real.book(candidate);
      return booking instanceof GrantedSlot held
          ? Booking.held(
              () -> {
                held.release().run();
                world.mishap(fresh, "release", MISHAPS);
              })
          : booking;
    };
  }

  private RetryPolicy shaky(RetryPolicy real, SimulatedNode fresh) {
    if (world.torment() != Torment.THROWN) {
      return real;
    }
    return new RetryPolicy() {
      @Override
      public Optional<Duration> retryAfter(Failure failure) {
        world.mishap(fresh, "retry policy", MISHAPS);
        return real.retryAfter(failure);
      }

      @Override
      public boolean isLast(int attempt) {
        return real.isLast(attempt);
      }
    };
  }

  private TaskDefinition<?, ?> inState(TaskDefinition<?, ?> definition, SimulatedNode fresh) {
    if (!definition.type().name().equals(Types.TALK)) {
      return definition;
    }
    SlotCount count = new SlotCount(world.violations(), fresh, "TOLD");
    slots.add(count);
    return RawDefinition.limitsIn(
        definition,
        List.of(TalkCheck.TOLD),
        Limit.custom(count.of(LimitPolicies.of(Limit.node(Types.SLOTS_WHEN_TOLD)))));
  }

  /** Receives incidents. */
  private static final class Listener implements IncidentSink {
    @Override
    public String name() {
      return "listener";
    }

    @Override
    public Answer deliver(IncidentNotice notice) {
      return notice.number() % 2 == 0 ? new Answer.Later("not now", null) : new Answer.Accepted();
    }
  }
}
