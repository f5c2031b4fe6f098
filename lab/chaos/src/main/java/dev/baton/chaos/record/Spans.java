package dev.baton.chaos.record;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The times at which handlers ran, from the workers' journals. */
public final class Spans {
  /** First word of each process's journal. */
  public static final String BORN = "born";

  private static final long SETTLED_MILLIS = 150;
  private static final long LONG_AGO_MILLIS = 1_500;

  private Spans() {}

  /** The time in which one worker ran a task. */
  private record Span(String worker, long begin, long end) {}

  /**
   * Returns the longest time in ms for which any task ran twice at once, between workers that
   * survived.
   */
  public static long worstMillis(Path folder, List<String> workers) throws IOException {
    Map<String, List<Span>> byTask = new TreeMap<>();
    for (String worker : workers) {
      read(folder.resolve(worker + ".spans"), worker, byTask);
    }
    return byTask.values().stream().mapToLong(Spans::worst).max().orElse(0);
  }

  /** Returns whether the worker runs a task that it began not long ago. */
  public static boolean isBusy(Path folder, String worker) throws IOException {
    Map<String, Long> open = new HashMap<>();
    for (String line : Journal.read(folder.resolve(worker + ".spans"))) {
      String[] words = line.split(" ");
      if (words.length == 5 && words[0].equals("begin")) {
        open.put(words[1], Long.valueOf(words[2]));
      } else if (words.length == 3) {
        open.remove(words[1]);
      }
    }
    long now = System.currentTimeMillis();
    // Not a task that is about to end, nor one that a kill interrupted long ago.
    return open.values().stream()
        .anyMatch(begun -> now - begun > SETTLED_MILLIS && now - begun < LONG_AGO_MILLIS);
  }

  private static void read(Path file, String worker, Map<String, List<Span>> byTask)
      throws IOException {
    Map<String, Long> open = new HashMap<>();
    for (String line : Journal.read(file)) {
      String[] words = line.split(" ");
      if (words.length < 3) {
        continue;
      }
      long at = Long.parseLong(words[2]);
      if (words[0].equals("begin")) {
        open.put(words[1], at);
        continue;
      }
      Long begin = open.remove(words[1]);
      if (begin != null) {
        byTask
            .computeIfAbsent(words[1], task -> new ArrayList<>())
            .add(new Span(worker, begin, at));
      }
    }
  }

  private static long worst(List<Span> spans) {
    List<Span> sorted = new ArrayList<>(spans);
    sorted.sort(Comparator.comparingLong(Span::begin));
    long worst = 0;
    for (int i = 1; i < sorted.size(); i++) {
      worst = Math.max(worst, sorted.get(i - 1).end() - sorted.get(i).begin());
    }
    return worst;
  }
}
