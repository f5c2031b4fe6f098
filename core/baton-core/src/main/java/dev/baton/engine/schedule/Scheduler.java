package dev.baton.engine.schedule;

import dev.baton.api.TaskAdder;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.api.error.StoreException;
import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.sweep.Duty;
import dev.baton.hook.TaskEvent;
import dev.baton.schedule.ScheduleState;
import dev.baton.spi.Leadership;
import dev.baton.spi.ScheduleStore;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The duty that serves schedules when they are due. The leader does it at once; every other node
 * looks now and then for what has been due for some seconds, so that a schedule that the leader
 * can't serve (a rule it doesn't know, a parser it doesn't have) is served all the same. Several at
 * once do no harm: a tick is one compare-and-set.
 */
public final class Scheduler {
  private static final Logger LOG = LoggerFactory.getLogger(Scheduler.class);
  private static final String DUTY = "scheduler";
  private static final int PAGE = 200;

  /** Rounds of the leader for each of the others. */
  private static final int OTHERS_LOOK_EVERY = 10;

  /** What others leave to the leader. */
  private static final Duration LEADERS_OWN = Duration.ofSeconds(5);

  private final NodeContext node;
  private final ScheduleStore store;
  private final ScheduleTicker service;
  private final Duty duty;
  private final Loop loop;

  /** Those that were told to be in trouble; told again when they have ticked in between. */
  private final TreeSet<String> troubled = new TreeSet<>();

  /** What the first schedule of a round met that found the store away. */
  private @Nullable StoreException away;

  private boolean leads;
  private long lookAgainNanos;

  Scheduler(NodeContext node, ScheduleStore store, ScheduleTicker service, Leadership leadership) {
    this.node = node;
    this.store = store;
    this.service = service;
    this.duty =
        new Duty(
            DUTY,
            node.owners().node(),
            leadership,
            node.runtime(),
            node.events(),
            node.settings().sweep());
    this.loop = new Loop(DUTY, node.runtime(), node.events(), this::round);
    this.lookAgainNanos = node.runtime().nanoTime();
  }

  public Loop loop() {
    return loop;
  }

  /** Lets another node have the duty at once. Called when the loop has ended. */
  public void resign() {
    duty.resign();
  }

  private Duration round() throws InterruptedException {
    return duty.lead(
        () -> {
          leads = true;
          return serveDue();
        },
        () -> {
          leads = false;
          boolean rests = node.runtime().nanoTime() - lookAgainNanos < 0;
          return rests ? node.settings().sweep() : serveDue();
        });
  }

  private Duration serveDue() {
    Duration every = node.settings().sweep();
    long now = node.runtime().nanoTime();
    lookAgainNanos = now + every.multipliedBy(OTHERS_LOOK_EVERY).toNanos();
    away = null;
    Duration wait = every;
    String after = null;
    List<ScheduleStore.Due> page;
    do {
      page = store.due(every, after, PAGE);
      for (ScheduleStore.Due due : page) {
        after = due.name();
        Duration left = look(due);
        wait = left.compareTo(wait) < 0 ? left : wait;
      }
    } while (page.size() == PAGE && !loop.isStopping());
    if (away != null) {
      throw away;
    }
    return wait;
  }

  private Duration look(ScheduleStore.Due due) {
    ScheduleState state = due.state();
    if (state == null) {
      String reason = "its row in baton_schedule can't be read: " + due.fault();
      trouble(due.name(), new IllegalStateException(reason + ". Correct it, or remove it"));
      return node.settings().sweep();
    }
    return look(state, due.now());
  }

  /** Serves it if it is time; answers when to look at it again, at the latest. */
  private Duration look(ScheduleState state, Instant now) {
    Instant dueAt = state.dueAt();
    Duration every = node.settings().sweep();
    if (dueAt == null) {
      return every;
    }
    Instant mine = leads ? dueAt : dueAt.plus(LEADERS_OWN);
    if (mine.isAfter(now)) {
      return Duration.between(now, mine);
    }
    return serve(state, now) ? Duration.ofMillis(1) : every;
  }

  private boolean serve(ScheduleState state, Instant now) {
    try {
      boolean more = service.serve(state, now);
      troubled.remove(state.name());
      return more;
    } catch (RequestRefusedException refused) {
      trouble(state.name(), refused);
      return false;
    } catch (StoreException failed) {
      if (away == null) {
        away = failed;
      } else {
        // Ends the round if the store is away. If it isn't, as where a trigger fails for the tasks
        // of some schedules, the others are served.
        store.due(Duration.ZERO, null, 1);
      }
      return false;
    } catch (RuntimeException | Error broken) {
      trouble(state.name(), broken);
      return false;
    }
  }

  private void trouble(String name, Throwable broken) {
    node.events().emit(new TaskEvent.ScheduleTrouble(name, String.valueOf(broken.getMessage())));
    if (troubled.add(name)) {
      LOG.warn(
          "The schedule {} can't tick now: {}. This node and others try again every {}; this is"
              + " logged once",
          Texts.line(name),
          Texts.line(broken.getMessage()),
          node.settings().sweep(),
          Texts.harmless(broken));
    }
  }

  /** The scheduler of a node; none when it has no store, or leaves schedules to others. */
  public static Optional<Scheduler> of(
      NodeContext node, Scheduling scheduling, TaskAdder adder, Leadership leadership) {
    ScheduleStore store = scheduling.store();
    if (store == null || !scheduling.serves()) {
      return Optional.empty();
    }
    ScheduleWriting writing = new ScheduleWriting(node, store, adder);
    ScheduleTicker service = new ScheduleTicker(node, writing, scheduling.rules());
    return Optional.of(new Scheduler(node, store, service, leadership));
  }
}
