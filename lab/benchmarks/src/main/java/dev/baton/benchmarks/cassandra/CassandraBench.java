package dev.baton.benchmarks.cassandra;

import dev.baton.local.LocalPostgres;
import dev.baton.local.cassandra.LocalCassandra;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures tasks on one Cassandra server, and on PostgreSQL for comparison. */
@Command(
    name = "bench --cassandra",
    mixinStandardHelpOptions = true,
    description =
        "Starts an Apache Cassandra and a PostgreSQL, both with durable commits, and measures adds,"
            + " drains and the delay to the start of a task on each.")
public final class CassandraBench implements Callable<Integer> {
  private static final int PARTS = 10;

  @Option(names = "--tasks", description = "Per rate; ${DEFAULT-VALUE} by default.")
  int tasks = 10_000;

  @Option(
      names = "--shards",
      split = ",",
      description = "Partitions of the keyspace; ${DEFAULT-VALUE} by default.")
  List<Integer> shards = List.of(1, 16, 64);

  @Option(
      names = "--nodes",
      split = ",",
      description = "Nodes that drain; ${DEFAULT-VALUE} by default.")
  List<Integer> nodes = List.of(1, 2, 4);

  @Option(
      names = "--backlog",
      description =
          "Instead: adds this many tasks of one bucket to the first number of shards, drains them,"
              + " and prints the rates and the time of a list for each tenth.")
  int backlog;

  public static void main(String[] args) {
    System.exit(new CommandLine(new CassandraBench()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    // With the JIT compiler of a production server. Tests restrict the compiler because they are
    // short.
    LocalCassandra cassandra = LocalCassandra.anotherTemporary("-XX:TieredStopAtLevel=4", "-Xmx2g");
    try {
      if (backlog > 0) {
        try (Place place = Place.cassandra(cassandra, shards.get(0))) {
          new Rates(place, 1).backlog(backlog, Math.max(1, backlog / PARTS));
        }
        return 0;
      }
      // Measured once before the first line, so that both JVMs have compiled the code.
      try (Place place = Place.cassandra(cassandra, shards.get(0))) {
        new Rates(place, 1).measure(tasks);
      }
      System.out.print(Rates.HEAD);
      for (int some : nodes) {
        for (int count : shards) {
          try (Place place = Place.cassandra(cassandra, count)) {
            System.out.println(new Rates(place, some).measure(tasks));
          }
        }
        try (Place place = Place.postgresql(LocalPostgres.temporary())) {
          System.out.println(new Rates(place, some).measure(tasks));
        }
      }
      return 0;
    } finally {
      cassandra.stop();
    }
  }
}
