package dev.baton.engine.statistics;

import dev.baton.operate.statistics.Failing;
import dev.baton.spi.StatisticsStore;
import dev.baton.spi.StatisticsStore.Retried;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** Searches for tasks that failed and wait for their next attempt. Stateless. */
final class FailingSearch {
  private FailingSearch() {}

  /** All tasks that were found. */
  record FoundFailing(Instant takenAt, boolean complete, List<Retried> tasks) {

    /** Returns the tasks with at least this many attempts, grouped by type and bucket. */
    Failing from(int minAttempts) {
      TreeMap<TypeInBucket, List<Retried>> byPlace = new TreeMap<>();
      for (Retried one : tasks) {
        if (one.attempts() >= minAttempts) {
          byPlace
              .computeIfAbsent(
                  new TypeInBucket(one.bucket(), one.type()), place -> new ArrayList<>())
              .add(one);
        }
      }
      List<Failing.Group> groups = new ArrayList<>();
      byPlace.forEach((place, some) -> groups.add(group(place, some)));
      return new Failing(takenAt, complete, groups);
    }
  }

  static FoundFailing search(StatisticsStore store) {
    StatisticsStore.Retries found = store.retried(1, Failing.MAX_READ);
    return new FoundFailing(found.at(), found.complete(), found.tasks());
  }

  private static Failing.Group group(TypeInBucket place, List<Retried> some) {
    Retried latest = some.stream().max(Comparator.comparing(Retried::lastAction)).orElseThrow();
    int maxAttempts = some.stream().mapToInt(Retried::attempts).max().orElseThrow();
    return new Failing.Group(place.bucket(), place.type(), some.size(), maxAttempts, latest.id());
  }
}
