package dev.baton.jdbc.notify;

import dev.baton.spi.TriggerChannel.CompletionNotice;
import dev.baton.task.row.Candidate;
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
 * The hints that wait to be sent. Their number is limited. If the hints of a bucket don't fit, the
 * outbox only remembers that other nodes must poll the bucket. Thread-safe.
 */
final class Outbox {
  static final int MAX_HINTS = 10_000;

  private List<Candidate> waiting = new ArrayList<>();
  private Set<String> tooMany = new TreeSet<>();
  private Map<CompletionNotice.Kind, Set<UUID>> ends = new EnumMap<>(CompletionNotice.Kind.class);

  /**
   * The next messages to send.
   *
   * @param hints the hints by bucket
   * @param looks buckets that other nodes must poll
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

  /** Adds hints and returns how many didn't fit. Blocks only while another thread puts or takes. */
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

  /** Adds a notice. A notice that doesn't fit is lost, but the caller that waits also polls. */
  synchronized void put(CompletionNotice notice) {
    Set<UUID> ids = ends.computeIfAbsent(notice.kind(), kind -> new LinkedHashSet<>());
    if (ids.size() + notice.tasks().size() <= MAX_HINTS) {
      ids.addAll(notice.tasks());
    }
  }

  /** Records that hints of these buckets were lost. */
  synchronized void lost(Collection<String> buckets) {
    tooMany.addAll(buckets);
  }

  synchronized boolean isEmpty() {
    return waiting.isEmpty() && tooMany.isEmpty() && ends.isEmpty();
  }

  /** Empties the outbox and returns its content. */
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
      // Other nodes will poll this bucket and find these tasks.
      if (!looks.contains(candidate.bucket())) {
        hints.computeIfAbsent(candidate.bucket(), bucket -> new ArrayList<>()).add(candidate);
      }
    }
    return new Parcel(hints, looks, notices);
  }
}
