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
 * Where a scan goes on after each page. It leaves out types that can't run here, however many keys
 * they have; of a name that is defined, which may be a prefix of a million types, it remembers
 * where it left off after some pages. Owned by the scanner, not thread-safe but for {@link
 * #isUnfinished}.
 */
final class ScanOrder {
  private final String bucket;
  private final Definitions definitions;
  private final Pauses pauses;
  private final int maxPages;

  /** Whether the names that are defined stand in the same order in every store. */
  private final boolean isOrderKnown;

  /** Where this scan goes on, by the names that are defined; no more than there are. */
  private Map<String, Candidate> unfinished = new HashMap<>();

  /** Where the next scan goes on. */
  private Map<String, Candidate> left = new HashMap<>();

  private volatile boolean isUnfinished;

  /** The name of which the last page was read, and how many pages of it in this scan. */
  private @Nullable String current;

  private int pages;

  /**
   * @param maxPages of one name in one scan
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

  /** A scan begins. */
  void begin() {
    current = null;
    pages = 0;
    unfinished = left;
    left = new HashMap<>();
  }

  /** The scan has ended. What it didn't meet again of the scan before isn't there any more. */
  void end() {
    unfinished.clear();
    isUnfinished = left.values().stream().anyMatch(place -> !isCrowded(place));
  }

  /** Whether so many of its keys take turns now that where it was left is kept for later. */
  private boolean isCrowded(Candidate place) {
    FairTurns turns = definitions.turnsOf(bucket, place.flow().type());
    return turns != null && turns.isCrowded();
  }

  /** Nothing of what was read is known any more. */
  void forget() {
    left.clear();
    end();
  }

  /** Whether the last scan has left something out that the next one reads. Any thread. */
  boolean isUnfinished() {
    return isUnfinished;
  }

  /**
   * Where to go on after a full page that ended here; null where nothing can be behind that runs on
   * this node.
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
      // Once: behind a type are still its flows of unusual keys.
      left.putIfAbsent(name, last);
      return beyond(last);
    }
    return pauses.inForce().coversAllOf(bucket, type) ? last.skippingItsType() : last;
  }

  /** Before all that the next name has which is defined. */
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
