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
 * Hints that wait to be sent, with a limit. If a bucket's hints don't fit, only that fact is kept.
 * Thread-safe.
 */
final class Outbox {
  static final int MAX_HINTS = 10_000;

  private List<Candidate> waiting = new ArrayList<>();
  private Set<String> tooMany = new TreeSet<>();
  private Map<CompletionNotice.Kind, Set<UUID>> ends = new EnumMap<>(CompletionNotice.Kind.class);

  /**
   * The content to send.
   *
   * @param hints the hints by bucket
   * @param looks the buckets that other nodes are asked to poll
   * @param ends notices about finished tasks
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

  /** Adds hints and returns how many didn't fit. Waits only for a concurrent put or take. */
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

  /** Adds a notice. One that doesn't fit is lost: the waiting caller polls anyway. */
  synchronized void put(CompletionNotice notice) {
    Set<UUID> ids = ends.computeIfAbsent(notice.kind(), kind -> new LinkedHashSet<>());
    if (ids.size() + notice.tasks().size() <= MAX_HINTS) {
      ids.addAll(notice.tasks());
    }
  }

  /** Notes that hints of these buckets were lost. */
  synchronized void lost(Collection<String> buckets) {
    tooMany.addAll(buckets);
  }

  synchronized boolean isEmpty() {
    return waiting.isEmpty() && tooMany.isEmpty() && ends.isEmpty();
  }

  /** Returns all content and empties the outbox. */
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
      // A poll finds these tasks too.
      if (!looks.contains(candidate.bucket())) {
        hints.computeIfAbsent(candidate.bucket(), bucket -> new ArrayList<>()).add(candidate);
      }
    }
    return new Parcel(hints, looks, notices);
  }
}
