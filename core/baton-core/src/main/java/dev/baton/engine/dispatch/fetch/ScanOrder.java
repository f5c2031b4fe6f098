package dev.baton.engine.dispatch.fetch;

import dev.baton.engine.base.Definitions;
import dev.baton.engine.base.Pauses;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import dev.baton.task.rule.FairTurns;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides where a scan continues after each page. It skips types that can't run on this node, even
 * if they have very many keys. If a definition fills several pages, it remembers where the scan
 * left it, and the next scan continues there. A definition's name may be a prefix that covers a
 * million types. Only the scanner uses it. Not thread-safe, except for {@link #isUnfinished}.
 */
final class ScanOrder {
  private final String bucket;
  private final Definitions definitions;
  private final Pauses pauses;
  private final int maxPages;

  /** True if every store sorts the names of the definitions in the same order as Java. */
  private final boolean isOrderKnown;

  /** Places at which this scan continues, by definition name; at most one per definition. */
  private Map<String, Candidate> unfinished = new HashMap<>();

  /** Places at which the next scan continues. */
  private Map<String, Candidate> left = new HashMap<>();

  private boolean alsoCrowded;
  private volatile boolean isUnfinished;

  /**
   * The definition name of the last page. {@code pages} is the number of its pages in this scan.
   */
  private @Nullable String current;

  private int pages;

  /**
   * @param maxPages maximum number of pages of one definition in one scan
   */
  ScanOrder(String bucket, Definitions definitions, Pauses pauses, int maxPages) {
    this.bucket = bucket;
    this.definitions = definitions;
    this.pauses = pauses;
    this.maxPages = maxPages;
    this.isOrderKnown = areOrderedAlike(definitions.names());
  }

  /** Returns whether Java sorts these names like every database, because no character is large. */
  private static boolean areOrderedAlike(Collection<String> names) {
    for (String name : names) {
      for (int i = 0; i < name.length(); i++) {
        if (name.charAt(i) >= Character.MIN_SURROGATE) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * Begins a scan.
   *
   * @param alsoCrowded whether this scan also reads a page of each definition with too many waiting
   *     keys. Without such scans, keys outside the table would wait until the backlogs of the other
   *     keys end
   */
  void begin(boolean alsoCrowded) {
    this.alsoCrowded = alsoCrowded;
    current = null;
    pages = 0;
    unfinished = left;
    left = new HashMap<>();
  }

  /** Ends the scan. Forgets the places that this scan didn't reach. */
  void end() {
    unfinished.clear();
    isUnfinished = left.values().stream().anyMatch(place -> !isCrowded(place));
  }

  /**
   * Returns whether so many keys of the place's definition wait for their turns that more would be
   * useless now. The scan then continues there later.
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

  /** Returns whether the last scan has left tasks for the next scan. Any thread may call this. */
  boolean isUnfinished() {
    return isUnfinished;
  }

  /**
   * Returns where to continue after a full page that ends with this task; null if no task that
   * follows can run on this node.
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
      if (from != null && isOrderKnown && !alsoCrowded && isCrowded(last)) {
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
      // Keep the first place: flows with unusual keys of a type come after the type.
      left.putIfAbsent(name, last);
      return beyond(last);
    }
    return pauses.inForce().coversAllOf(bucket, type) ? last.skippingItsType() : last;
  }

  /** Returns the place before the first task of the next definition. */
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
