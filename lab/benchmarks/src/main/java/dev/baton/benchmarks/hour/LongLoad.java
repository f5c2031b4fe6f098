package dev.baton.benchmarks.hour;

import dev.baton.benchmarks.child.JobSpec;
import dev.baton.benchmarks.child.Probe;
import dev.baton.benchmarks.trial.Node;
import dev.baton.benchmarks.trial.OldSnapshot;
import dev.baton.benchmarks.trial.Reading;
import dev.baton.benchmarks.trial.Trial;
import dev.baton.benchmarks.trial.Trials;
import dev.baton.benchmarks.work.Percentiles;
import dev.baton.local.DatabaseAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Adds tasks at a steady rate while the same process works. Finished tasks are kept for a tenth of
 * the time and then pruned.
 *
 * @param secondsOfAMinute 60, or less in tests
 */
record LongLoad(Form form, int minutes, int secondsOfAMinute, int perSecond) {
  private static final int PARTS_KEPT = 10;

  /** One part of the time has more adds, after two such parts. */
  private static final int PARTS_OF_BURST = 6;

  private static final double BURST = 1.5;
  private static final long PAUSE_OF_READER_MILLIS = 1_000;
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private static final String STATE =
      """
      SELECT coalesce(sum(n_dead_tup), 0), coalesce(sum(pg_table_size(relid)), 0),
        coalesce(sum(pg_indexes_size(relid)), 0)
      FROM pg_stat_user_tables WHERE relname LIKE 'baton%'""";

  /** The costs and the state at the end of a minute. */
  private record Look(Reading reading, Minute.State state) {}

  List<Minute> measure(Trials trials) throws Exception {
    int jobs = first(minutes);
    try (Trial trial = trials.begin(jobs)) {
      int kept = Math.max(1, minutes * secondsOfAMinute / PARTS_KEPT);
      trial.staff(Trial.throughput().keepingFinished(kept));
      Node node = trial.node();
      node.work();
      List<Look> looks = new ArrayList<>();
      try (OldSnapshot snapshot = form == Form.SNAPSHOT ? OldSnapshot.on(trial.database()) : null;
          Reader reader = form == Form.READER ? new Reader(trial.database()) : null;
          Connection observer = trial.database().connect()) {
        looks.add(look(trial, node, observer));
        for (int minute = 0; minute < minutes; minute++) {
          int count = first(minute + 1) - first(minute);
          JobSpec added = JobSpec.fast(first(minute), count);
          node.beginToProduce(added, Trial.PRODUCERS, perSecond(minute));
          node.awaitProduced();
          looks.add(look(trial, node, observer));
        }
      }
      trial.awaitRuns(jobs, LONGEST);
      trial.endAndCheck(0, jobs, 1);
      return minutes(trial.probe(), looks);
    }
  }

  /** Returns the number of the first task of a minute. */
  private int first(int minute) {
    int first = 0;
    for (int before = 0; before < minute; before++) {
      first += perSecond(before) * secondsOfAMinute;
    }
    return first;
  }

  private int perSecond(int minute) {
    int burst = Math.max(1, minutes / PARTS_OF_BURST);
    boolean isBurst = form == Form.BURST && minute >= 2 * burst && minute < 3 * burst;
    return isBurst ? (int) (perSecond * BURST) : perSecond;
  }

  private static Look look(Trial trial, Node node, Connection observer) throws Exception {
    try (Statement statement = observer.createStatement();
        ResultSet row = statement.executeQuery(STATE)) {
      row.next();
      return new Look(
          trial.read(),
          new Minute.State(row.getLong(1), row.getLong(2), row.getLong(3), node.heapBytes()));
    }
  }

  private List<Minute> minutes(Probe probe, List<Look> looks) {
    List<Minute> all = new ArrayList<>();
    for (int minute = 0; minute < minutes; minute++) {
      int from = first(minute);
      int to = first(minute + 1);
      Percentiles waits = Percentiles.ofStarts(probe, from, to);
      Look before = looks.get(minute);
      Look after = looks.get(minute + 1);
      all.add(
          new Minute(
              minute + 1,
              to - from,
              new Minute.Waits(waits.millis(50), waits.millis(99), waits.millis(99.9)),
              after.state(),
              after.reading().logBytes() - before.reading().logBytes(),
              after.reading().cpuNanosSince(before.reading())));
    }
    return all;
  }

  /** Reads all finished tasks again and again until it is closed. */
  private static final class Reader implements AutoCloseable {
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread thread;
    private volatile @Nullable SQLException failure;

    Reader(DatabaseAddress database) {
      thread = new Thread(() -> read(database), "reader");
      thread.start();
    }

    private void read(DatabaseAddress database) {
      try (Connection connection = database.connect();
          Statement statement = connection.createStatement()) {
        do {
          statement
              .executeQuery("SELECT count(*), sum(octet_length(payload)) FROM baton_kept")
              .close();
        } while (!over.await(PAUSE_OF_READER_MILLIS, TimeUnit.MILLISECONDS));
      } catch (SQLException e) {
        failure = e;
      } catch (InterruptedException ended) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void close() throws SQLException, InterruptedException {
      over.countDown();
      thread.join();
      SQLException failed = failure;
      if (failed != null) {
        throw failed;
      }
    }
  }
}
