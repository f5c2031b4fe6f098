package dev.baton.tck.simulation;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Which seeds are tried on a database. */
final class SqlSeeds {
  static final String NOTED = "sql-seeds.txt";

  private static final String THESE = "baton.sim.sql.these";
  private static final String MANY = "baton.sim.sql.seeds";

  /** Of these some are tried where those that are noted leave something. */
  private static final long MORE = 30;

  private static final long FEW = 5;

  private SqlSeeds() {}

  /**
   * For each build: those that meet everything between them, by name of the database. They are
   * tried as long as something is left: where a seed doesn't replay, it may take more or fewer.
   */
  static Map<String, List<Long>> noted() {
    return read(TextResource.lines(NOTED));
  }

  /** Each line is the name of a database, and its seeds. */
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
   * Returns the seeds that are asked for, or else the noted ones: the first alone, or all with
   * {@code -Pdeep}.
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

  /** Others than these, some of them with what only seeds of their own meet. */
  static Stream<Long> more(List<Long> tried) {
    return Stream.concat(LongStream.rangeClosed(1, MORE).boxed(), tormented())
        .filter(seed -> !tried.contains(seed));
  }

  /** The first few of each torment. */
  static Stream<Long> tormented() {
    return Torment.all().stream()
        .flatMap(torment -> LongStream.rangeClosed(1, FEW).mapToObj(torment::seed));
  }
}
