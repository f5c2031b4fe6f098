package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalMariaDb;
import dev.baton.local.LocalPostgres;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that a huge backlog of a full flow doesn't delay other tasks, and costs no memory. The
 * figures are printed; the assertions are generous, since a machine may be loaded.
 *
 * <p>{@code -Dbaton.backlog=1000000} makes it a million rows.
 */
@Tag("deep")
final class BacklogIT {
  private static final int ROWS = Integer.getInteger("baton.backlog", 50_000);
  private static final int MARIADB_ROWS = Math.max(20_000, ROWS / 10);
  private static final Duration ENOUGH = Duration.ofSeconds(20);
  private static final long ENOUGH_BYTES = 64L << 20;

  @Test
  void tasksOfAnotherTypeStartAtOnceBehindABacklogOfAFullType() throws Exception {
    behind(postgres(), ROWS, Backlog.OF_A_FULL_TYPE);
  }

  @Test
  void otherKeysStartAtOnceBehindABacklogOfAFullKey() throws Exception {
    behind(postgres(), ROWS, Backlog.OF_A_FULL_KEY);
  }

  @Test
  void lessUrgentTasksStartAtOnceBehindAnUrgentBacklogOfAFullType() throws Exception {
    behind(postgres(), ROWS, Backlog.URGENT_OF_A_FULL_TYPE);
  }

  @Test
  void otherTasksStartAtOnceBehindABacklogOnMariaDb() throws Exception {
    for (Backlog backlog :
        List.of(Backlog.OF_A_FULL_TYPE, Backlog.OF_A_FULL_KEY, Backlog.URGENT_OF_A_FULL_TYPE)) {
      behind(LocalMariaDb.temporary().newDatabase(), MARIADB_ROWS, backlog);
    }
  }

  private static DatabaseAddress postgres() {
    return LocalPostgres.temporary().newDatabase();
  }

  private static void behind(DatabaseAddress address, int rows, Backlog backlog) throws Exception {
    try (BacklogScene scene = new BacklogScene(address, backlog)) {
      scene.fill(rows);
      // The node starts when the backlog already exists, as after a restart.
      Duration untilFull = scene.start();
      long before = BacklogScene.usedHeap();
      long entries = scene.readyEntriesRead();
      BacklogScene.Latencies own = scene.addAndStart(BacklogScene.Adder.THE_NODE_ITSELF);
      BacklogScene.Latencies hinted = scene.addAndStart(BacklogScene.Adder.ANOTHER_NODE);
      long grown = BacklogScene.usedHeap() - before;
      long read = scene.readyEntriesRead() - entries;
      System.out.printf(
          "fairness: %s, %s behind %d rows: full %d ms after the start; commit to start of 50:"
              + " added here %s, elsewhere %s; heap %+d KiB; %d index entries read%n",
          address.url().split(":")[1],
          backlog,
          rows,
          untilFull.toMillis(),
          own,
          hinted,
          grown / 1024,
          read);
      assertThat(own.worst()).isLessThan(ENOUGH);
      assertThat(hinted.worst()).isLessThan(ENOUGH);
      assertThat(grown).isLessThan(ENOUGH_BYTES);
      assertThat(read).isLessThan(rows / 4);
    }
  }
}
