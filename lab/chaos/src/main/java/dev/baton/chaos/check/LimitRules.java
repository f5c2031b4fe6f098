package dev.baton.chaos.check;

import dev.baton.chaos.process.WorkerMain;
import dev.baton.chaos.record.Journal;
import dev.baton.chaos.record.Spans;
import dev.baton.chaos.record.TaskKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Checks by the workers' journals how many handlers ran at once, and that no handler started in a
 * stopped bucket.
 */
final class LimitRules {
  /** Time after the stop of a bucket in which a handler may still start. */
  private static final long ABOUT_TO_START_MILLIS = 500;

  private final Set<String> excused;
  private final List<String> exceeded = new ArrayList<>();
  private final List<String> inStopped = new ArrayList<>();
  private final List<Change> shared = new ArrayList<>();
  private int mostUnlimited;

  /** The beginning or end of a task with a cluster limit. */
  private record Change(long at, int by, String addId) {}

  /** A task that a handler runs. */
  private record Running(TaskKind kind, String key, long since) {}

  /**
   * {@code excused} are adds whose task was taken from a handler, which may continue for a while.
   */
  LimitRules(Set<String> excused) {
    this.excused = excused;
  }

  void read(Path folder, List<String> workers) throws IOException {
    for (String worker : workers) {
      List<long[]> stopped = stopped(Journal.read(folder.resolve(worker + ".events")));
      read(worker, Journal.read(folder.resolve(worker + ".spans")), stopped);
    }
    judgeShared();
  }

  List<String> exceeded() {
    return exceeded;
  }

  List<String> inStopped() {
    return inStopped;
  }

  /** Returns the largest number of tasks without a limit that one node ran at once. */
  int mostUnlimited() {
    return mostUnlimited;
  }

  private static List<long[]> stopped(List<String> events) {
    List<long[]> all = new ArrayList<>();
    for (String line : events) {
      String[] words = line.split(" ");
      if (words[0].equals(WorkerMain.BUCKET_OFF)) {
        all.add(new long[] {Long.parseLong(words[1]), Long.MAX_VALUE});
      } else if (words[0].equals(WorkerMain.BUCKET_ON)) {
        all.get(all.size() - 1)[1] = Long.parseLong(words[1]);
      }
    }
    return all;
  }

  private void read(String worker, List<String> lines, List<long[]> stopped) {
    Map<String, Running> open = new HashMap<>();
    Map<String, Integer> counts = new TreeMap<>();
    for (String line : lines) {
      String[] words = line.split(" ");
      if (line.equals(Spans.BORN)) {
        open.clear();
        counts.clear();
      } else if (words.length == 5 && words[0].equals("begin") && !open.containsKey(words[1])) {
        Running running =
            new Running(TaskKind.valueOf(words[3]), words[4], Long.parseLong(words[2]));
        open.put(words[1], running);
        begin(worker, words[1], running, counts);
        judgeStopped(worker, words[1], running, stopped);
      } else if (words.length == 3 && words[0].equals("end")) {
        Running running = open.remove(words[1]);
        if (running != null) {
          end(words[1], running, Long.parseLong(words[2]), counts);
        }
      }
    }
  }

  private void begin(String worker, String addId, Running running, Map<String, Integer> counts) {
    if (excused.contains(addId)) {
      return;
    }
    TaskKind kind = running.kind();
    int all = counts.merge(kind.name(), 1, Integer::sum);
    if (kind == TaskKind.FREE) {
      mostUnlimited = Math.max(mostUnlimited, all);
    }
    if (kind.slots() > 0 && all > kind.slots()) {
      exceeded.add(addId + ": " + all + " of " + kind + " at once on " + worker);
    }
    if (kind == TaskKind.KEYED) {
      int ofKey = counts.merge(kind + " " + running.key(), 1, Integer::sum);
      if (ofKey > TaskKind.SLOTS_OF_A_KEY) {
        exceeded.add(addId + ": " + ofKey + " of " + running.key() + " at once on " + worker);
      }
    }
  }

  private void end(String addId, Running running, long at, Map<String, Integer> counts) {
    if (excused.contains(addId)) {
      return;
    }
    counts.merge(running.kind().name(), -1, Integer::sum);
    if (running.kind() == TaskKind.KEYED) {
      counts.merge(running.kind() + " " + running.key(), -1, Integer::sum);
    }
    if (running.kind() == TaskKind.SHARED) {
      shared.add(new Change(running.since(), 1, addId));
      shared.add(new Change(at, -1, addId));
    }
  }

  private void judgeStopped(String worker, String addId, Running running, List<long[]> stopped) {
    for (long[] window : stopped) {
      long since = running.since() - window[0];
      if (since > ABOUT_TO_START_MILLIS && running.since() < window[1]) {
        inStopped.add(addId + ": started " + since + " ms after " + worker + "'s bucket stopped");
      }
    }
  }

  /**
   * Checks the cluster limit. A task that ends in the millisecond in which another begins counts as
   * ended before.
   */
  private void judgeShared() {
    shared.sort(Comparator.comparingLong(Change::at).thenComparingInt(Change::by));
    int now = 0;
    for (Change change : shared) {
      now += change.by();
      if (change.by() > 0 && now > TaskKind.SLOTS_OF_ALL) {
        exceeded.add(change.addId() + ": " + now + " of SHARED at once in the cluster");
      }
    }
  }
}
