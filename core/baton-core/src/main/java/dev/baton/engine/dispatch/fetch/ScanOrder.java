package dev.baton.engine.dispatch.fetch;

import dev.baton.engine.base.Definitions;
import dev.baton.engine.base.Pauses;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import dev.baton.task.rule.FairTurns;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides where a scan continues after each page. It skips types that can't run here, however many
 * keys they have. For each defined name, which may be a prefix of a million types, it remembers
 * where a scan stopped after some pages. Owned by the scanner. Not thread-safe, except for {@link
 * #isUnfinished}.
 */
final class ScanOrder {
  private final String bucket;
  private final Definitions definitions;
  private final Pauses pauses;
  private final int maxPages;

  /** True if all stores sort the defined names in the same order. */
  private final boolean isOrderKnown;

  /** Places where this scan continues, by defined name; bounded by the number of names. */
  private Map<String, Candidate> unfinished = new HashMap<>();

  /** Places where the next scan continues. */
  private Map<String, Candidate> left = new HashMap<>();

  private volatile boolean isUnfinished;

  /** The name of the last page. {@code pages} counts its pages in this scan. */
  private @Nullable String current;

  private int pages;

  /**
   * @param maxPages pages of one name in one scan
   */
  ScanOrder(String bucket, Definitions definitions, Pauses pauses, int maxPages) {
    this.bucket = bucket;
    this.definitions = definitions;
    this.pauses = pauses;
    this.maxPages = maxPages;
    this.isOrderKnown =
        definitions.names().stream()
            .flatMapToInt(String::chars)
            .allMatch(character -> character < Character.MIN_SURROGATE);
  }

  /** Begins a scan. */
  void begin() {
    current = null;
    pages = 0;
    unfinished = left;
    left = new HashMap<>();
  }

  /** Ends the scan. Places of the scan before that it didn't reach again no longer exist. */
  void end() {
    unfinished.clear();
    isUnfinished = left.values().stream().anyMatch(place -> !isCrowded(place));
  }

  /**
   * Returns whether too many keys of the place's type wait for their turns. The scan continues
   * there later.
   */
  private boolean isCrowded(Candidate place) {
    FairTurns turns = definitions.turnsOf(bucket, place.flow().type());
    return turns != null && turns.isCrowded();
  }

  /** Forgets all places. */
  void forget() {
    left.clear();
    end();
  }

  /** Returns whether the last scan has left tasks that the next one reads. Any thread. */
  boolean isUnfinished() {
    return isUnfinished;
  }

  /**
   * Returns where to continue after a full page that ends with this task; null if no task that runs
   * on this node can follow.
   */
  @Nullable Candidate after(Candidate last) {
    String type = last.flow().type();
    String name = definitions.stretchOf(type);
    if (name == null) {
      return beyond(last);
    }
    if (!name.equals(current)) {
      current = name;
      pages = 0;
      Candidate from = unfinished.remove(name);
      if (from != null && isOrderKnown && isCrowded(last)) {
        left.put(name, from);
        return beyond(last);
      }
      if (from != null) {
        return from;
      }
    }
    pages++;
    boolean isEnough = pages >= maxPages || isCrowded(last);
    if (isEnough && isOrderKnown) {
      // Only the first place counts: the flows with unusual keys of a type come after the type.
      left.putIfAbsent(name, last);
      return beyond(last);
    }
    return pauses.inForce().coversAllOf(bucket, type) ? last.skippingItsType() : last;
  }

  /** Returns the place before all tasks of the next defined name. */
  private @Nullable Candidate beyond(Candidate last) {
    if (!isOrderKnown || definitions.isWithinPrefix(last.flow().type())) {
      return last.skippingItsType();
    }
    String next = definitions.definedAfter(last.flow().type());
    if (next == null) {
      return null;
    }
    return new Candidate(
        last.id(), last.version(), bucket, new Flow(next, ""), -1, last.arrivedAt());
  }
}
