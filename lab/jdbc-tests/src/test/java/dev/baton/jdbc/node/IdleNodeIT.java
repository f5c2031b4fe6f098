package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskType;
import dev.baton.handler.TaskDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.local.LocalDatabase;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests what a node with default settings does while it has no tasks. */
class IdleNodeIT extends NodesOnDatabase {
  private static final TaskType<String, Void> TYPE = TaskType.of("T", String.class);
  private static final long LONGEST_SECONDS = 120;

  private static final int SECONDS = 10;

  /**
   * An idle node sends 30 or 31 in ten seconds: 21 surveys, 4 heartbeats and terms of leaders for
   * each five seconds, and 4 checks of the server and of the hints. One loop that still searches
   * sends at least 20 more.
   */
  private static final long MOST_STATEMENTS = 35;

  private static final int MOST_THREADS = 8;

  private final CountDownLatch ran = new CountDownLatch(1);
  private final CountingDataSource counts = new CountingDataSource();

  IdleNodeIT() {
    super(LocalDatabase.POSTGRES);
  }

  private Baton idle() {
    return Baton.builder(JdbcStore.of(counts.around(pool)))
        .define(TaskDefinition.of(TYPE).handler((payload, attempt) -> ran.countDown()))
        .start();
  }

  @Test
  void surveysReplaceTheSearchesOfOtherLoops() throws Exception {
    try (Baton node = idle()) {
      assertThat(node.lateLoops()).isEmpty();
      awaitQuiet();
    }
  }

  @Test
  void fewThreadsRemain() throws Exception {
    try (Baton node = idle()) {
      assertThat(node.lateLoops()).isEmpty();
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
      Set<String> now = threads();
      while (now.size() > MOST_THREADS) {
        assertThat(System.nanoTime()).as("threads: %s", now).isLessThan(end);
        Thread.sleep(50);
        now = threads();
      }
    }
  }

  @Test
  void aTaskThatIsDueStartsInTime() throws Exception {
    try (Baton node = idle()) {
      awaitQuiet();
      node.tasks().add(TYPE.with("").runIn(Duration.ofMillis(700)));
      assertThat(ran.await(LONGEST_SECONDS, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aReadyTaskWithoutAHintStarts() throws Exception {
    try (Baton node = idle()) {
      awaitQuiet();
      addReadyTask();
      assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aTaskStartsWhileSurveysHang() throws Exception {
    try (Baton node = idle()) {
      awaitQuiet();
      try (Connection connection = pool.getConnection();
          Statement statement = connection.createStatement()) {
        connection.setAutoCommit(false);
        statement.execute("LOCK TABLE baton_override IN ACCESS EXCLUSIVE MODE");
        addReadyTask();
        assertThat(ran.await(9, TimeUnit.SECONDS)).isTrue();
        connection.rollback();
      }
    }
  }

  /** Waits until ten seconds pass with few statements. */
  private void awaitQuiet() throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
    long sent = Long.MAX_VALUE;
    while (sent > MOST_STATEMENTS) {
      assertThat(System.nanoTime()).as("%s statements in %s s", sent, SECONDS).isLessThan(end);
      long before = counts.statements();
      Thread.sleep(SECONDS * 1_000);
      sent = counts.statements() - before;
    }
  }

  private void addReadyTask() throws Exception {
    BatonSchema.applyBatonAdd(pool);
    count("SELECT count(*) FROM baton_add('T', convert_to('\"\"', 'UTF8'), '{}')");
  }

  private static Set<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("baton-"))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
