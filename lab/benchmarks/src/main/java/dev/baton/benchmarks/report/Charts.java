package dev.baton.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The charts for the README. */
public final class Charts {
  private static final Map<String, String> TITLES =
      new TreeMap<>(
          Map.of(
              "B1 tasksPerSecond", "One committed add per task, while workers run: tasks a second",
              "B2 tasksPerSecond", "Draining a backlog: tasks a second",
              "B3 startP50Ms", "Commit to start, same process: median, ms (less is better)",
              "B1 cpuSecondsPer1000", "CPU seconds per 1,000 tasks (less is better)"));

  private Charts() {}

  /** Writes the charts for which figures exist. Returns their names. */
  public static List<String> write(Results results, Path folder) throws IOException {
    Files.createDirectories(folder);
    Map<String, String> pictures = new TreeMap<>();
    TITLES.forEach(
        (key, title) -> {
          List<Result> rows =
              results.rows().stream()
                  .filter(row -> (row.work() + " " + row.metric()).equals(key))
                  .toList();
          if (!rows.isEmpty()) {
            pictures.put(key.replace(' ', '-') + ".svg", new BarChart(title, rows).svg());
          }
        });
    for (Map.Entry<String, String> picture : pictures.entrySet()) {
      Files.writeString(folder.resolve(picture.getKey()), picture.getValue());
    }
    return List.copyOf(pictures.keySet());
  }
}
