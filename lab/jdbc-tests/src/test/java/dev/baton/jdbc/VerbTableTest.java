package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.StoreException;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.operate.TaskFilter;
import dev.baton.spi.LimitStore.LimitedRequest;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.tck.contract.StoreScenario;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests the table of docs/adding-an-sql-database.md: how each store method handles locked rows and
 * a statement's time limit.
 */
@Tag("deep")
@OnEachDatabase
class VerbTableTest {
  private static final Path PAGE = Path.of("../../docs/adding-an-sql-database.md");
  private static final String HEADER = "| Operation | Rows in a statement |";
  private static final Duration LEASE = Duration.ofMinutes(5);
  private static final int LOCKED = 5;
  private static final int ALL = 200;

  private final TestDatabase database;
  private final HikariDataSource pool;
  private final HikariDataSource unlimited;
  private final JdbcTaskStore store;
  private final UUID owner = UUID.randomUUID();

  /** Calls the method for {@link #ALL} tasks, and returns for how many it succeeded. */
  private interface VerbCall {
    int done() throws Exception;
  }

  /** A line of the table, with the words that it may use. */
  private record Line(String verb, String locked, String timeOver) {}

  VerbTableTest(TestDatabase database) throws SQLException {
    this.database = database;
    var address = database.newAddress();
    this.unlimited = TestDatabase.pool(address);
    BatonSchema.apply(unlimited);
    HikariConfig config = TestDatabase.config(address, "");
    switch (database) {
      case POSTGRES -> config.setConnectionInitSql("SET statement_timeout = 1000");
      case MARIADB -> config.setConnectionInitSql("SET SESSION max_statement_time = 1");
      // These databases have no time limit for statements that write.
      case H2, MYSQL -> config.setConnectionInitSql("SELECT 1");
    }
    this.pool = new HikariDataSource(config);
    this.store = JdbcTaskStore.of(pool);
  }

  @AfterEach
  void close() {
    pool.close();
    unlimited.close();
  }

  @Test
  void eachCallDoesWhatItsLineSays() throws Exception {
    Map<String, Line> table = table();
    Map<String, String> tables =
        Map.of("prune finished tasks", "baton_finished", "prune keys", "baton_key");
    Set<String> tried = new java.util.TreeSet<>();
    for (Map.Entry<String, Preparation> verb : verbs().entrySet()) {
      Line line = table.get(verb.getKey());
      assertThat(line).as("line of " + verb.getKey()).isNotNull();
      tried.add(line.verb());
      if (line.locked().startsWith("Baton skips it")) {
        VerbCall call = verb.getValue().prepared();
        try (Connection holder = lock(tables.getOrDefault(verb.getKey(), "baton_task"))) {
          assertThat(StoreScenario.promptly(call::done))
              .as("%s while others have rows locked", verb.getKey())
              .isEqualTo(ALL - LOCKED);
          holder.rollback();
        }
        empty();
      }
      boolean hasTimeLimit = database == TestDatabase.POSTGRES || database == TestDatabase.MARIADB;
      if (line.timeOver().startsWith("fewer rows") && hasTimeLimit) {
        VerbCall call = verb.getValue().prepared();
        slowDown(true);
        assertThat(call.done()).as("%s in too little time", verb.getKey()).isEqualTo(ALL);
        slowDown(false);
        empty();
      }
    }
    List<Line> others = table.values().stream().filter(l -> !tried.contains(l.verb())).toList();
    assertThat(others)
        .as("lines that promise this, and aren't tried here")
        .noneMatch(l -> l.timeOver().startsWith("fewer rows"));
  }

  /** The pruner removes keys and labels in parts. Each kind of rows has its own part size. */
  @Test
  void keysAndLabelsAreRemovedInSmallerPartsByLaterCalls() throws Exception {
    assumeTrue(database == TestDatabase.POSTGRES || database == TestDatabase.MARIADB);
    add();
    String text = database == TestDatabase.POSTGRES ? "id" : "HEX(id)";
    execute(
        "INSERT INTO baton_key (task_id, hold_micros, expires_at, kind, while_kept, type, text)"
            + " SELECT id, 0, run_at, 1, FALSE, type, "
            + text
            + " FROM baton_task");
    execute(
        "INSERT INTO baton_label (task_id, added_at, name, text)"
            + " SELECT id, created_at, 'a', 'b' FROM baton_task");
    execute("DELETE FROM baton_task");
    finish();
    execute("UPDATE baton_finished SET keep_until = finished_at");
    for (String table : List.of("baton_key", "baton_label")) {
      slow("DELETE ON " + table, table);
    }
    int failures = 0;
    while (count("baton_key") + count("baton_label") > 0) {
      try {
        store.prune(2_000);
      } catch (StoreException tooSlow) {
        assertThat(++failures).isLessThan(20);
      }
      assertThat(count("baton_finished")).as("finished tasks are removed by the first").isZero();
    }
    assertThat(failures).as("the parts were too large at first").isPositive();
  }

  private long count(String table) throws SQLException {
    return TestDatabase.number(unlimited, "SELECT count(*) FROM " + table);
  }

  /** Creates the rows that a method works on. */
  private interface Preparation {
    VerbCall prepared() throws Exception;
  }

  private Map<String, Preparation> verbs() {
    Map<String, Preparation> verbs = new LinkedHashMap<>();
    verbs.put(
        "claim",
        () -> {
          List<ClaimRequest> ready = add();
          return () -> store.claim(owner, LEASE, ready).size();
        });
    verbs.put(
        "claim within limits",
        () -> {
          List<LimitedRequest> ready =
              add().stream().map(one -> new LimitedRequest(one, List.of())).toList();
          return () -> store.claimWithin(owner, LEASE, ready).claimed().size();
        });
    verbs.put(
        "renew",
        () -> {
          List<Task> held = store.claim(owner, LEASE, add());
          return () ->
              store.renew(LEASE, held.stream().map(StoreScenario::fence).toList()).renewed().size();
        });
    verbs.put(
        "outcomes, expired leases, old hints",
        () -> {
          List<Task> held = store.claim(owner, LEASE, add());
          return () ->
              (int)
                  store
                      .tryApply(
                          held.stream()
                              .map(task -> HolderRules.retry(task, LEASE, "again"))
                              .toList())
                      .stream()
                      .filter(Verdict.APPLIED::equals)
                      .count();
        });
    verbs.put(
        "due tasks",
        () -> {
          add();
          execute("UPDATE baton_task SET status = 1, next_event_at = run_at");
          return () -> store.due(LEASE, 1_000).size();
        });
    verbs.put(
        "an operator's bulk action",
        () -> {
          add();
          return () -> {
            try (Baton client = Baton.builder(JdbcStore.of(pool)).client().start()) {
              return client.operations().bulk(TaskFilter.all().type("T")).hold().changed();
            }
          };
        });
    verbs.put(
        "prune finished tasks",
        () -> {
          finish();
          execute("UPDATE baton_finished SET keep_until = finished_at");
          return () -> store.prune(2_000);
        });
    return verbs;
  }

  private void finish() throws Exception {
    List<Task> held = store.claim(owner, LEASE, add());
    for (Task task : held) {
      store.tryApply(List.of(HolderRules.done(task, null, LEASE)));
    }
  }

  private List<ClaimRequest> add() throws Exception {
    List<ClaimRequest> added = new ArrayList<>();
    try (Baton client = Baton.builder(JdbcStore.of(unlimited)).client().start()) {
      List<TaskRequest<?, ?>> requests = new ArrayList<>();
      for (int i = 0; i < ALL; i++) {
        requests.add(TaskRequest.of(TaskType.of("T")).key(i < LOCKED ? "locked" : "free"));
      }
      client.tasks().addAll(requests).forEach(a -> added.add(new ClaimRequest(a.taskId(), 1, 3)));
    }
    return added;
  }

  private void empty() throws SQLException {
    for (String table : List.of("baton_task", "baton_finished", "baton_attempt", "baton_key")) {
      execute("DELETE FROM " + table);
    }
  }

  private void execute(String sql) throws SQLException {
    TestDatabase.execute(unlimited, sql);
  }

  private Connection lock(String table) throws SQLException {
    Connection holder = unlimited.getConnection();
    holder.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    holder.setAutoCommit(false);
    try (Statement lock = holder.createStatement()) {
      lock.executeQuery("SELECT * FROM " + table + " WHERE flow_key = 'locked' FOR UPDATE").close();
    }
    return holder;
  }

  /** Slows each changed row by 10 ms: two seconds for all. */
  private void slowDown(boolean slow) throws SQLException {
    for (String what : List.of("UPDATE ON baton_task", "DELETE ON baton_finished")) {
      String name = what.substring(0, 6).toLowerCase(java.util.Locale.ROOT);
      String table = what.substring(what.lastIndexOf(' ') + 1);
      if (!slow) {
        execute(
            database == TestDatabase.POSTGRES
                ? "DROP TRIGGER slow_" + name + " ON " + table
                : "DROP TRIGGER slow_" + name);
      } else {
        slow(what, name);
      }
    }
  }

  private void slow(String what, String name) throws SQLException {
    if (database == TestDatabase.POSTGRES) {
      execute(
          "CREATE OR REPLACE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
              + " PERFORM pg_sleep(0.01); IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;"
              + " RETURN NEW; END $$");
      execute(
          "CREATE TRIGGER slow_"
              + name
              + " BEFORE "
              + what
              + " FOR EACH ROW EXECUTE FUNCTION"
              + " be_slow()");
    } else {
      execute(
          "CREATE TRIGGER slow_"
              + name
              + " BEFORE "
              + what
              + " FOR EACH ROW SET @slow = SLEEP(0.01)");
    }
  }

  private static Map<String, Line> table() throws Exception {
    List<String> lines = Files.readAllLines(PAGE);
    int header = 0;
    while (!lines.get(header).startsWith(HEADER)) {
      header++;
    }
    Map<String, Line> table = new LinkedHashMap<>();
    for (String line : lines.subList(header + 2, lines.size())) {
      if (!line.startsWith("|")) {
        break;
      }
      String[] cells = line.split("\\s*\\|\\s*");
      table.put(cells[1], new Line(cells[1], cells[3], cells[4]));
    }
    return table;
  }
}
