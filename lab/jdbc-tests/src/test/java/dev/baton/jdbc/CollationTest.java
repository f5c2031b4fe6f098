package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.api.error.ConfigurationException;
import dev.baton.jdbc.operate.JdbcOperationsStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.operate.TaskFilter;
import dev.baton.spi.FoundTask;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NodeStart;
import dev.baton.task.rule.Transition;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that no result depends on how the database orders and compares text. */
class CollationTest {
  private static final NodeStart NODE = new NodeStart(7);
  private static final int TASKS = 3_000;
  private static final int BATCH = 250;

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  @Tag("deep")
  void eachOfManyKeptTasksIsFoundByItsId(TestDatabase database) throws Exception {
    JdbcFixture fixture = new JdbcFixture(database, JdbcTaskStore::of);
    fixture.store().check();
    List<UUID> ids = new ArrayList<>();
    for (int batch = 0; batch < TASKS / BATCH; batch++) {
      ids.addAll(keepBatch(fixture, batch));
    }
    JdbcTaskStore store = fixture.store();
    long found = ids.stream().filter(id -> store.findFinished(id).isPresent()).count();
    assertThat(found).isEqualTo(TASKS);
    assertThat(store.liveAndFinished(Set.copyOf(ids)).finished())
        .extracting(FinishedTask::id)
        .containsExactlyInAnyOrderElementsOf(ids);
    JdbcOperationsStore operations =
        new JdbcOperationsStore(
            Database.of(fixture.dataSource()), JdbcTaskStore.of(fixture.dataSource()));
    long listed =
        ids.stream()
            .limit(BATCH)
            .filter(
                id ->
                    operations.find(TaskFilter.all().ids(Set.of(id)), null, 2).stream()
                        .map(FoundTask::id)
                        .toList()
                        .equals(List.of(id)))
            .count();
    assertThat(listed).isEqualTo(BATCH);
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void namesThatDifferInCaseOrAccentAreDifferentFlowsAndKeys(TestDatabase database)
      throws Exception {
    JdbcFixture fixture = new JdbcFixture(database);
    List<String> names = List.of("aa", "AA", "å", "Å", "a-a", "a a", "z", "ae", "æ", "a_a", "a/a");
    for (String name : names) {
      fixture.given().add(TaskDraft.ready("T").withKey(name).uniqueBy(name));
      fixture.given().add(TaskDraft.ready(name));
    }
    List<String> flows = new ArrayList<>();
    fixture.store().firstOfEachFlow("default", null, 100).stream()
        .map(head -> head.flow().type() + ":" + head.flow().key())
        .forEach(flows::add);
    assertThat(flows).doesNotHaveDuplicates().hasSize(2 * names.size());
  }

  /** H2 has one collation for all columns, and several names for some collations. */
  @ParameterizedTest
  @ValueSource(strings = {"SET COLLATION DANISH", "SET IGNORECASE TRUE"})
  void h2WithRulesOfItsOwnForTextIsRefused(String rules) throws Exception {
    try (HikariDataSource pool = TestDatabase.H2.newPool()) {
      TestDatabase.execute(pool, rules);
      BatonSchema.apply(pool);
      assertThatExceptionOfType(ConfigurationException.class)
          .isThrownBy(() -> JdbcTaskStore.of(pool).check())
          .withMessageContaining("without");
    }
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.SERVERS)
  void noColumnFollowsTheCollationOfTheDatabase(TestDatabase database) throws Exception {
    String own = database == TestDatabase.POSTGRES ? "C" : "utf8mb4_bin";
    String following =
        "SELECT count(*) FROM information_schema.columns c JOIN information_schema.tables t"
            + " ON t.table_schema = c.table_schema AND t.table_name = c.table_name"
            + " WHERE t.table_type = 'BASE TABLE' AND c.table_name LIKE 'baton!_%' ESCAPE '!'"
            + " AND (c.data_type LIKE '%text' OR c.data_type LIKE '%char%')"
            + " AND (c.collation_name IS NULL OR c.collation_name <> '"
            + own
            + "')";
    assertThat(TestDatabase.number(database.clean(), following)).isZero();
  }

  private static List<UUID> keepBatch(JdbcFixture fixture, int batch) throws Exception {
    Random random = new Random(batch);
    List<TaskDraft> drafts = new ArrayList<>();
    for (int i = 0; i < BATCH; i++) {
      // Ids of the same four seconds, which share a row, with every digit after that.
      long time = 0x0193_a5b2_c000_7000L + ((long) batch << 28);
      long most = time + (random.nextLong() & 0x0fff_0fffL);
      drafts.add(
          TaskDraft.ready("T").withId(new UUID(most, random.nextLong() >>> 2 | Long.MIN_VALUE)));
    }
    fixture.given().addAll(drafts);
    List<UUID> ids = drafts.stream().map(TaskDraft::id).toList();
    List<Task> ready = ids.stream().map(id -> fixture.given().find(id)).toList();
    List<Task> held =
        fixture
            .store()
            .claim(
                NODE.owner(batch + 1),
                StoreScenario.LEASE,
                ready.stream().map(StoreScenario::request).toList());
    assertThat(held).hasSize(BATCH);
    List<Transition> ends =
        held.stream().map(task -> HolderRules.done(task, null, StoreScenario.KEEP)).toList();
    assertThat(fixture.store().tryApply(ends)).containsOnly(Verdict.APPLIED);
    return ids;
  }
}
