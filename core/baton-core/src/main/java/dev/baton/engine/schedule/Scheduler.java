package dev.baton.engine.schedule;

import dev.baton.api.TaskAdder;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.api.error.StoreException;
import dev.baton.engine.base.Activity;
import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.sweep.Duty;
import dev.baton.operate.event.NodeEvent;
import dev.baton.schedule.ScheduleState;
import dev.baton.spi.Leadership;
import dev.baton.spi.ScheduleStore;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves due schedules. One node at a time has this duty. That node, the leader, serves each
 * schedule at its time. Every other node checks now and then for schedules that have been due for
 * some seconds. So a schedule is also served if the leader can't do it, for example because it
 * doesn't have the schedule's rule. If several nodes serve the same schedule, this does no harm,
 * because a tick is one compare-and-set.
 */
public final class Scheduler {
  private static final Logger LOG = LoggerFactory.getLogger(Scheduler.class);
  private static final String DUTY = "scheduler";
  private static final int PAGE = 200;

  /** Number of rounds that the leader makes while another node makes one. */
  private static final int OTHERS_LOOK_EVERY = 10;

  /** Time after the due time during which only the leader serves a schedule. */
  private static final Duration LEADERS_OWN = Duration.ofSeconds(5);

  private final NodeContext node;
  private final ScheduleStore store;
  private final ScheduleTicker service;
  private final Duty duty;
  private final Loop loop;

  /**
   * Names of the schedules whose trouble was logged. If such a schedule has ticked in between, its
   * trouble is logged again.
   */
  private final TreeSet<String> troubled = new TreeSet<>();

  /** The first failure of the store in this round; null if there was none. */
  private @Nullable StoreException away;

  private boolean leads;
  private long lookAgainNanos;
  private long servedNanos;

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
    this.servedNanos = lookAgainNanos - Activity.LONGEST_REST.toNanos();
    node.activity().onWork(node.settings().sweep(), loop::wake);
  }

  public Loop loop() {
    return loop;
  }

  /**
   * Resigns from the duty, so that another node can take it at once. Call this after the loop has
   * ended.
   */
  public void resign() {
    duty.resign();
  }

  private Duration round() throws InterruptedException {
    Duration rest = node.activity().rest(node.settings().sweep(), servedNanos);
    if (!rest.isZero()) {
      if (node.activity().hasSchedules()) {
        return Collections.min(List.of(rest, duty.keep()));
      }
      duty.rest();
      return rest;
    }
    servedNanos = node.runtime().nanoTime();
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
      trouble(due.name(), new IllegalStateException(reason + ". Correct or remove it"));
      return node.settings().sweep();
    }
    return look(state, due.now());
  }

  /**
   * Serves the schedule if it is due. Returns the longest time until the next check of the
   * schedule.
   */
  private Duration look(ScheduleState state, Instant now) {
    Instant dueAt = state.dueAt();
    Duration every = node.settings().sweep();
    if (dueAt == null) {
      return every;
    }
    Instant mine = leads ? dueAt : dueAt.plus(LEADERS_OWN);
    if (mine.isAfter(now) && TickRules.clockSetBack(state, now).isEmpty()) {
      reportTickAhead(state, now);
      return Duration.between(now, mine);
    }
    return serve(state, now) ? Duration.ofMillis(1) : every;
  }

  /** Reports a schedule that waits because all ticks up to its last one were served too early. */
  private void reportTickAhead(ScheduleState state, Instant now) {
    Instant last = state.past().lastTick();
    Instant next = state.nextTick();
    boolean waits = next == null || (last != null && next.isAfter(last));
    if (waits && TickRules.hasTickedAhead(state, now) && !troubled.contains(state.name())) {
      String reason = "it ticked at " + last + " while the database's clock was ahead";
      trouble(state.name(), new IllegalStateException(reason + ", and continues after that time"));
    }
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
        // If the store is unreachable, this call throws and ends the round. Otherwise only some
        // schedules fail, for example because of a trigger, and the others are still served.
        store.due(Duration.ZERO, null, 1);
      }
      return false;
    } catch (RuntimeException | Error broken) {
      trouble(state.name(), broken);
      return false;
    }
  }

  private void trouble(String name, Throwable broken) {
    node.events().emit(new NodeEvent.ScheduleTrouble(name, String.valueOf(broken.getMessage())));
    if (troubled.add(name)) {
      LOG.warn(
          "The schedule {} can't tick now: {}. This node and other nodes try again every {}. This"
              + " is logged once",
          Texts.line(name),
          Texts.line(broken.getMessage()),
          Texts.duration(node.settings().sweep()),
          Texts.harmless(broken));
    }
  }

  /**
   * Returns the scheduler of a node; null if the node has no store for schedules, or if other nodes
   * must serve them.
   */
  public static @Nullable Scheduler of(
      NodeContext node, Scheduling scheduling, TaskAdder adder, Leadership leadership) {
    ScheduleStore store = scheduling.store();
    if (store == null || !scheduling.serves()) {
      return null;
    }
    ScheduleWriting writing = new ScheduleWriting(node, store, adder);
    ScheduleTicker service = new ScheduleTicker(node, writing, scheduling.rules());
    return new Scheduler(node, store, service, leadership);
  }
}
