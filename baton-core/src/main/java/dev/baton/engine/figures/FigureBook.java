package dev.baton.engine.figures;

import dev.baton.api.hook.TaskEvent;
import dev.baton.api.hook.TaskListener;
import dev.baton.api.statistics.TaskFigures;
import dev.baton.task.Rule;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts what this node does as it is told, by bucket and type: a few additions for each task. The
 * first {@value #MOST_PLACES} places have counts of their own, all others one: names with an id in
 * them must not eat the memory. Thread-safe.
 */
final class FigureBook implements TaskListener {
  static final int MOST_PLACES = 200;

  private final ConcurrentHashMap<Place, Tally> tallies = new ConcurrentHashMap<>();

  /** What was gathered so far of each place. Owned by the thread that gathers. */
  private final TreeMap<Place, long[]> gathered = new TreeMap<>();

  @Override
  public void on(TaskEvent event) {
    if (event instanceof TaskEvent.Completed e) {
      completed(e, tally(e.bucket(), e.flow().type()));
    } else if (event instanceof TaskEvent.Claimed e) {
      tally(e.bucket(), e.flow().type()).waited(e.sinceReady());
    } else if (event instanceof TaskEvent.Started e) {
      Tally tally = tally(e.bucket(), e.flow().type());
      tally.started.increment();
      if (e.handedOff()) {
        tally.waited(Duration.ZERO);
      }
    } else if (event instanceof TaskEvent.Added e) {
      tally(e.bucket(), e.flow().type()).added.increment();
    } else if (event instanceof TaskEvent.Unreadable e) {
      tally(e.bucket(), e.flow().type()).errors.increment();
    } else if (event instanceof TaskEvent.Swept e) {
      swept(e.rule(), e);
    }
  }

  private static void completed(TaskEvent.Completed event, Tally tally) {
    switch (event.rule()) {
      case FINISH -> tally.done.increment();
      case GIVE_UP -> tally.failed.increment();
      case NEED_A_PERSON -> tally.errors.increment();
      case WAIT, RELEASE -> {
        if (event.error() != null) {
          tally.retried.increment();
        }
      }
      default -> {}
    }
    if (event.rule() != Rule.GO_ON) {
      tally.ran(event.running());
    }
  }

  private void swept(Rule rule, TaskEvent.Swept event) {
    if (rule == Rule.LOST || rule == Rule.LOST_FOR_GOOD) {
      tally(event.bucket(), event.flow().type()).lost.increment();
    }
    if (rule == Rule.LOST_FOR_GOOD || rule == Rule.UNKNOWN_TYPE) {
      tally(event.bucket(), event.flow().type()).errors.increment();
    }
  }

  private Tally tally(String bucket, String type) {
    Place place = new Place(bucket, type);
    Tally known = tallies.get(place);
    if (known != null) {
      return known;
    }
    // Several threads may pass the bound together: it is for memory, not to the last one.
    Place counted = tallies.size() < MOST_PLACES ? place : Place.OTHERS;
    return tallies.computeIfAbsent(counted, name -> new Tally());
  }

  /** What was done since this was last asked, where something was. Called by one thread. */
  Map<Place, TaskFigures> gather() {
    Map<Place, TaskFigures> news = new TreeMap<>();
    for (Map.Entry<Place, Tally> one : new TreeMap<>(tallies).entrySet()) {
      long[] sums = gathered.computeIfAbsent(one.getKey(), place -> Tally.nothing());
      TaskFigures figures = one.getValue().since(sums);
      if (!figures.equals(TaskFigures.none())) {
        news.put(one.getKey(), figures);
      }
    }
    return news;
  }
}
