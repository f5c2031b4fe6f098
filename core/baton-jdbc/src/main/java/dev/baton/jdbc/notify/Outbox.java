package dev.baton.jdbc.notify;

import dev.baton.spi.TriggerChannel.CompletionNotice;
import dev.baton.task.Candidate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Hints on their way out, bounded. Of a bucket whose hints didn't fit, only that fact is kept.
 * Thread-safe.
 */
final class Outbox {
  static final int MAX_HINTS = 10_000;

  private List<Candidate> waiting = new ArrayList<>();
  private Set<String> tooMany = new TreeSet<>();
  private Map<CompletionNotice.Kind, Set<UUID>> ends = new EnumMap<>(CompletionNotice.Kind.class);

  /**
   * What is to be sent.
   *
   * @param hints by bucket
   * @param looks the buckets in which others have to look for themselves
   * @param ends notices about the ends of tasks
   */
  record Parcel(
      Map<String, List<Candidate>> hints,
      Set<String> looks,
      Map<CompletionNotice.Kind, Set<UUID>> ends) {
    boolean isEmpty() {
      return hints.isEmpty() && looks.isEmpty() && ends.isEmpty();
    }

    Set<String> buckets() {
      Set<String> all = new TreeSet<>(hints.keySet());
      all.addAll(looks);
      return all;
    }
  }

  /** Takes them in; answers how many didn't fit. Never waits for more than another's put. */
  synchronized int put(List<Candidate> ready) {
    int dropped = 0;
    for (Candidate candidate : ready) {
      if (tooMany.contains(candidate.bucket())) {
        dropped++;
      } else if (waiting.size() < MAX_HINTS) {
        waiting.add(candidate);
      } else {
        dropped++;
        tooMany.add(candidate.bucket());
      }
    }
    return dropped;
  }

  /** What doesn't fit is lost: whoever waits reads again by himself. */
  synchronized void put(CompletionNotice notice) {
    Set<UUID> ids = ends.computeIfAbsent(notice.kind(), kind -> new LinkedHashSet<>());
    if (ids.size() + notice.tasks().size() <= MAX_HINTS) {
      ids.addAll(notice.tasks());
    }
  }

  /** Hints of these buckets were lost. */
  synchronized void lost(Collection<String> buckets) {
    tooMany.addAll(buckets);
  }

  synchronized boolean isEmpty() {
    return waiting.isEmpty() && tooMany.isEmpty() && ends.isEmpty();
  }

  /** All there is; the box is empty afterwards. */
  Parcel take() {
    List<Candidate> taken;
    Set<String> looks;
    Map<CompletionNotice.Kind, Set<UUID>> notices;
    synchronized (this) {
      notices = ends;
      ends = new EnumMap<>(CompletionNotice.Kind.class);
      taken = waiting;
      looks = tooMany;
      waiting = new ArrayList<>();
      tooMany = new TreeSet<>();
    }
    Map<String, List<Candidate>> hints = new TreeMap<>();
    for (Candidate candidate : taken) {
      // Who looks finds these too.
      if (!looks.contains(candidate.bucket())) {
        hints.computeIfAbsent(candidate.bucket(), bucket -> new ArrayList<>()).add(candidate);
      }
    }
    return new Parcel(hints, looks, notices);
  }
}
