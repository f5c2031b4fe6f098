package dev.baton.tck.simulation;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The seeds to try on a database. */
final class SqlSeeds {
  static final String NOTED = "sql-seeds.txt";

  private static final String THESE = "baton.sim.sql.these";
  private static final String MANY = "baton.sim.sql.seeds";

  /**
   * Number of further seeds, of which some are tried if the noted seeds leave something uncovered.
   */
  private static final long MORE = 30;

  private static final long FEW = 5;

  private SqlSeeds() {}

  /**
   * Returns the noted seeds by database name. Together they cover everything. The build tries them
   * while something is uncovered: it may need more or fewer where a seed doesn't replay exactly.
   */
  static Map<String, List<Long>> noted() {
    return read(TextResource.lines(NOTED));
  }

  /** Reads lines with the name of a database and its seeds. */
  static Map<String, List<Long>> read(List<String> lines) {
    Map<String, List<Long>> read = new TreeMap<>();
    for (String line : lines) {
      List<String> words = List.of(line.split(" "));
      read.put(words.get(0), words.stream().skip(1).map(Long::valueOf).toList());
    }
    return read;
  }

  static boolean areAskedFor() {
    return System.getProperty(THESE) != null || Integer.getInteger(MANY) != null;
  }

  /**
   * Returns the requested seeds, or else the noted ones: only the first, or all with {@code
   * -Pdeep}.
   */
  static List<Long> chosen(String database) {
    String some = System.getProperty(THESE);
    if (some != null) {
      return Arrays.stream(some.split(",")).map(Long::valueOf).toList();
    }
    Integer many = Integer.getInteger(MANY);
    if (many == null) {
      List<Long> noted = Objects.requireNonNull(noted().get(database), database);
      return Depth.IS_DEEP ? noted : noted.subList(0, 1);
    }
    long from = Long.getLong("baton.sim.from", 1);
    return LongStream.range(from, from + many).boxed().toList();
  }

  /** Returns seeds other than these. Some of them have workflows or special faults. */
  static Stream<Long> more(List<Long> tried) {
    Stream<Long> work =
        LongStream.rangeClosed(1, FEW).mapToObj(seed -> Experiment.WORK_SEEDS + seed);
    Stream<Long> usual = LongStream.rangeClosed(1, MORE).boxed();
    return Stream.of(work, usual, tormented())
        .flatMap(seeds -> seeds)
        .filter(seed -> !tried.contains(seed));
  }

  /** Returns the first few seeds of each special fault. */
  static Stream<Long> tormented() {
    return Torment.all().stream()
        .flatMap(torment -> LongStream.rangeClosed(1, FEW).mapToObj(torment::seed));
  }
}
