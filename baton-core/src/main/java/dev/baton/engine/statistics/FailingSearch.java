package dev.baton.engine.statistics;

import dev.baton.api.statistics.Failing;
import dev.baton.spi.StatisticsStore;
import dev.baton.spi.StatisticsStore.Counted;
import dev.baton.spi.StatisticsStore.Retried;
import dev.baton.task.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** Looks for tasks that fail again and again. Keeps nothing. */
final class FailingSearch {
  private FailingSearch() {}

  /**
   * @param counted the latest count: it tells whether all waiting tasks were read
   */
  static Failing search(StatisticsStore store, Counted counted) {
    TreeMap<Place, List<Retried>> byPlace = new TreeMap<>();
    for (Retried one : store.retried(Failing.MIN_ATTEMPTS, Failing.MAX_READ)) {
      byPlace
          .computeIfAbsent(new Place(one.bucket(), one.type()), place -> new ArrayList<>())
          .add(one);
    }
    List<Failing.Group> groups = new ArrayList<>();
    byPlace.forEach((place, some) -> groups.add(group(place, some)));
    long waiting =
        counted.groups().stream()
            .filter(group -> group.status() == Status.WAITING)
            .mapToLong(StatisticsStore.Group::count)
            .sum();
    return new Failing(counted.at(), counted.complete() && waiting <= Failing.MAX_READ, groups);
  }

  private static Failing.Group group(Place place, List<Retried> some) {
    Retried latest = some.stream().max(Comparator.comparing(Retried::lastAction)).orElseThrow();
    int maxAttempts = some.stream().mapToInt(Retried::attempts).max().orElseThrow();
    return new Failing.Group(place.bucket(), place.type(), some.size(), maxAttempts, latest.id());
  }
}
