package dev.baton.tck.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.tck.simulation.sql.SqlKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Finds and stores the seeds with which {@link SqlSimulationTest} covers all faults and statements
 * soonest. After a change of the engine the stored seeds may cover less; then the build tries more
 * seeds and takes longer. The build does not run this class: {@code -Dtest=SqlSeedCover
 * -Dbaton.sim.sql.seeds=30} tries this many seeds, and takes half an hour.
 */
@Execution(ExecutionMode.CONCURRENT)
@ExtendWith(Quiet.class)
final class SqlSeedCover {
  private static final Path FILE =
      Path.of("src/test/resources/dev/baton/tck/simulation", SqlSeeds.NOTED);

  /** The coverage of one seed alone, and the number of its steps. */
  private record Tried(long seed, long steps, Set<String> met) {
    /** Returns how much of the remaining coverage the seed adds per step. */
    double worth(Set<String> left) {
      return met.stream().filter(left::contains).count() / (double) steps;
    }
  }

  @Test
  void h2() throws IOException {
    note(SqlKind.h2());
  }

  @Test
  void postgresql() throws IOException {
    note(SqlKind.postgresql());
  }

  @Test
  void mariaDb() throws IOException {
    note(SqlKind.mariaDb());
  }

  private static void note(SqlKind kind) throws IOException {
    List<Tried> tried = new ArrayList<>();
    Stream.concat(SqlSeeds.chosen(kind.name()).stream(), SqlSeeds.tormented())
        .forEach(seed -> tried.add(attempt(kind.fresh(), seed)));
    Set<String> left = new HashSet<>();
    tried.forEach(one -> left.addAll(one.met));
    List<Long> seeds = new ArrayList<>();
    while (!left.isEmpty()) {
      Optional<Tried> best = tried.stream().max(Comparator.comparing(one -> one.worth(left)));
      left.removeAll(best.orElseThrow().met);
      seeds.add(best.orElseThrow().seed);
    }
    System.out.println(kind.name() + ": " + seeds);
    write(kind.name(), seeds);
  }

  private static Tried attempt(SqlKind kind, long seed) {
    Report report =
        Experiment.run(SqlGround.on(kind, UnaryOperator.identity()), seed, Sabotage.NONE, 0);
    assertThat(report.violations()).as("seed %d on %s", seed, kind.name()).isEmpty();
    Set<String> met = new TreeSet<>(kind.files().executed());
    kind.troubles()
        .counts()
        .forEach(
            (trouble, count) -> {
              if (count > 0) {
                met.add(trouble.name());
              }
            });
    System.out.printf(
        "%s seed %d: %d steps, %d covered%n", kind.name(), seed, report.steps(), met.size());
    return new Tried(seed, report.steps(), met);
  }

  private static synchronized void write(String database, List<Long> seeds) throws IOException {
    Map<String, List<Long>> all = SqlSeeds.read(Files.readAllLines(FILE));
    all.put(database, seeds);
    List<String> lines = new ArrayList<>();
    all.forEach(
        (name, its) ->
            lines.add(name + " " + String.join(" ", its.stream().map(String::valueOf).toList())));
    Files.write(FILE, lines);
  }
}
