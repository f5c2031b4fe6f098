package dev.baton.engine.dispatch;

import dev.baton.spi.TaskStore.Place;
import dev.baton.spi.TaskStore.PullRequest;
import dev.baton.spi.TaskStore.Share;
import dev.baton.task.Candidate;
import dev.baton.task.KeyedFlows;
import dev.baton.task.Source;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * From where each source needs to be pulled, by priority: what stands before has been read, and is
 * known or claimed. Where an old snapshot keeps the claimed rows' index entries, a pull from the
 * beginning would walk over all of them. Owned by the bucket's dispatcher, not thread-safe.
 *
 * <p>A mark may be too far: a task that arrived earlier is committed late, or put back. Who reads
 * the true heads, from the beginning, sets the marks right, within about a second; a few
 * milliseconds, as most commits take, are left open below each mark.
 */
final class Marks {
  private static final Duration COMMITS_TAKE = Duration.ofMillis(200);
  private static final int MOST = 10_000;

  private final Map<Source, OfSource> bySource = new HashMap<>();

  /** The marks of one source. */
  private static final class OfSource {
    /** From where all is to be read. */
    private final Map<Integer, Place> whole = new TreeMap<>();

    /** From where this share is to be read: others' tasks before it may not be known here. */
    private final Map<Integer, Place> ofShare = new TreeMap<>();

    private Share share = Share.WHOLE;

    private Map<Integer, Place> of(Share wanted) {
      if (wanted.equals(Share.WHOLE)) {
        return whole;
      }
      if (!wanted.equals(share)) {
        share = wanted;
        ofShare.clear();
      }
      return ofShare;
    }

    private Map<Integer, Place> from(Share wanted) {
      Map<Integer, Place> from = new TreeMap<>(whole);
      of(wanted).forEach((priority, place) -> from.merge(priority, place, Marks::later));
      return from;
    }

    private void begin(Candidate head) {
      whole.put(head.priority(), shortlyBefore(head));
      ofShare.remove(head.priority());
    }

    private void include(Candidate task) {
      Place place = Place.of(task);
      whole.computeIfPresent(task.priority(), (priority, mark) -> earlier(mark, place));
      ofShare.computeIfPresent(task.priority(), (priority, mark) -> earlier(mark, place));
    }
  }

  /**
   * Nothing of this flow and priority was ready before this task. Of a flow that is met for the
   * first time nothing was claimed either, as far as is known: it is read as a whole, which is a
   * third of the work.
   */
  void begin(Candidate first) {
    OfSource known = bySource.get(first.flow());
    if (known == null) {
      ofSource(first.flow());
    } else {
      known.begin(first);
    }
  }

  /**
   * As {@link #begin}, but the task is known here, or claimed. What is known behind it needn't be
   * read again: whatever was committed late among it is seen once it is the first.
   */
  void skipTo(Candidate first) {
    OfSource known = bySource.get(first.flow());
    if (known != null) {
      known.whole.merge(first.priority(), shortlyBefore(first), Marks::later);
    }
  }

  /**
   * What a pull found in a source: it needn't be read again. Nothing is learned where a mark has
   * moved since, to what the pull may have missed.
   *
   * @param began when the pull was decided on, by the store's clock
   */
  void pulled(Pull.Reading reading, Instant began) {
    PullRequest asked = reading.asked();
    if (!pull(asked.source(), asked.share()).equals(asked)) {
      return;
    }
    Map<Integer, Place> marks = ofSource(asked.source()).of(asked.share());
    Place settled = Place.before(began.minus(COMMITS_TAKE));
    for (Candidate task : reading.ready()) {
      // The last one of each priority stays.
      marks.put(task.priority(), earlier(Place.of(task), settled));
    }
  }

  /** This task is ready, and not known here: it must be found. */
  void include(Candidate task) {
    OfSource marks = bySource.get(task.flow());
    if (marks != null) {
      marks.include(task);
    }
  }

  /**
   * Whether a pull of all tasks will come by this one, as far as it is known now: it needn't be
   * found in another way.
   */
  boolean isAhead(Source source, Candidate task) {
    OfSource marks = bySource.get(source);
    Place from = marks == null ? null : marks.whole.get(task.priority());
    return from == null || Place.of(task).compareTo(from) >= 0;
  }

  /**
   * Whether the pull that is to come by this task has come by less urgent ones, or has to begin.
   */
  boolean isBehind(Source source, Candidate task) {
    OfSource marks = bySource.get(source);
    return marks == null
        || Stream.of(marks.whole, marks.ofShare)
            .flatMap(read -> read.keySet().stream())
            .anyMatch(read -> read > task.priority());
  }

  /** What was read of these sources isn't known any more, nor of many flows as one. */
  void forget(Predicate<Source> which) {
    bySource.keySet().removeIf(source -> source instanceof KeyedFlows || which.test(source));
  }

  /** All of the source is to be read again. */
  void forget(Source source) {
    bySource.remove(source);
  }

  PullRequest pull(Source source, Share share) {
    OfSource marks = bySource.get(source);
    return new PullRequest(source, marks == null ? Map.of() : marks.from(share), share);
  }

  private OfSource ofSource(Source source) {
    if (bySource.size() >= MOST && !bySource.containsKey(source)) {
      // Pulls from the beginning are right too.
      bySource.clear();
    }
    return bySource.computeIfAbsent(source, unmarked -> new OfSource());
  }

  private static Place shortlyBefore(Candidate first) {
    return Place.before(first.arrivedAt().minus(COMMITS_TAKE));
  }

  private static Place earlier(Place one, Place other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  private static Place later(Place one, Place other) {
    return one.compareTo(other) >= 0 ? one : other;
  }
}
