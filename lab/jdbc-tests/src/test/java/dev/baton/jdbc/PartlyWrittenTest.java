package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.baton.api.error.RequestRefusedException;
import dev.baton.api.error.StoreException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.Bytes;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.Transition;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests a store method that writes in several commits and fails between two of them: it reports
 * written tasks as written or unknown, but never as refused.
 */
class PartlyWrittenTest {
  private static final UUID OWNER = UUID.randomUUID();

  private JdbcFixture fixture;
  private List<String> cleanup = List.of();

  @AfterEach
  void removeTriggers() throws SQLException {
    for (String statement : cleanup) {
      TestDatabase.execute(fixture.dataSource(), statement);
    }
  }

  /** A statement that the database aborted is repeated, but not the commits before it. */
  @ParameterizedTest
  @MethodSource(TestDatabase.SERVERS)
  void conflictInTheMiddleLosesNoResult(TestDatabase database) throws Exception {
    open(database);
    Task plain = held(TaskDraft.ready("A"));
    Task keyed = held(TaskDraft.ready("B").uniqueBy("k"));
    onDeletingB(database, true);
    assertThat(fixture.store().tryApply(List.of(gone(plain), gone(keyed))))
        .containsExactly(Verdict.APPLIED, Verdict.APPLIED);
    assertThat(fixture.store().find(plain.id())).isEmpty();
    assertThat(fixture.store().find(keyed.id())).isEmpty();
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.SERVERS)
  void refusedBatchIsNotWrittenInPart(TestDatabase database) throws Exception {
    open(database);
    Task plain = held(TaskDraft.ready("A"));
    Task keyed = held(TaskDraft.ready("B").uniqueBy("k"));
    onDeletingB(database, false);
    Throwable told =
        catchThrowable(() -> fixture.store().tryApply(List.of(gone(plain), gone(keyed))));
    boolean written = fixture.store().find(plain.id()).isEmpty();
    assertThat(told).isInstanceOf(StoreException.class);
    assertThat(told instanceof RequestRefusedException && written)
        .as("refused as a whole, but written: %s", told)
        .isFalse();
  }

  /** Two transitions of one task are two commits. */
  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void aRefusedSecondRoundDoesNotHideTheFirst(TestDatabase database) throws Exception {
    open(database);
    Task held = held(TaskDraft.ready("A"));
    refuseBadErrors(database);
    Transition checkpoint = HolderRules.checkpoint(held, StoreScenario.LEASE, Bytes.of("half"));
    assertThatThrownBy(
            () ->
                fixture.store().tryApply(List.of(checkpoint, HolderRules.error(held, "bad luck"))))
        .isInstanceOf(StoreUnavailableException.class)
        .isNotInstanceOf(RequestRefusedException.class);
    assertThat(fixture.given().find(held.id()).position().data()).isEqualTo(Bytes.of("half"));
  }

  private void refuseBadErrors(TestDatabase database) throws SQLException {
    // MySQL ignores a CHECK before 8.0.16.
    String add =
        database == TestDatabase.MYSQL
            ? "CREATE TRIGGER no_bad BEFORE INSERT ON baton_attempt FOR EACH ROW"
                + " IF NEW.error LIKE '%bad%' THEN SIGNAL SQLSTATE '45000'; END IF"
            : "ALTER TABLE baton_attempt ADD CONSTRAINT no_bad CHECK (error NOT LIKE '%bad%')";
    TestDatabase.execute(fixture.dataSource(), add);
    cleanup =
        List.of(
            database == TestDatabase.MYSQL
                ? "DROP TRIGGER no_bad"
                : "ALTER TABLE baton_attempt DROP CONSTRAINT no_bad");
  }

  private void open(TestDatabase database) {
    fixture = new JdbcFixture(database, JdbcTaskStore::of);
  }

  private Task held(TaskDraft draft) throws Exception {
    return fixture.given().claimed(draft, OWNER);
  }

  private static Transition gone(Task held) {
    return HolderRules.done(held, null, Duration.ZERO);
  }

  private void onDeletingB(TestDatabase database, boolean onceAndBusy) throws SQLException {
    if (database == TestDatabase.POSTGRES) {
      TestDatabase.execute(fixture.dataSource(), "CREATE SEQUENCE so_often");
      cleanup = List.of("DROP FUNCTION fail() CASCADE", "DROP SEQUENCE so_often");
      TestDatabase.execute(
          fixture.dataSource(),
          "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
              + (onceAndBusy
                  ? " IF nextval('so_often') = 1 THEN RAISE EXCEPTION USING ERRCODE = '40P01';"
                  : " IF true THEN RAISE EXCEPTION USING ERRCODE = '23514';")
              + " END IF; RETURN OLD; END $$");
      TestDatabase.execute(
          fixture.dataSource(),
          "CREATE TRIGGER fail BEFORE DELETE ON baton_task FOR EACH ROW WHEN (OLD.type = 'B')"
              + " EXECUTE FUNCTION fail()");
      return;
    }
    // A rollback does not undo writes to a MyISAM table.
    TestDatabase.execute(fixture.dataSource(), "CREATE TABLE so_often (n INT) ENGINE = MyISAM");
    cleanup = List.of("DROP TRIGGER fail", "DROP TABLE so_often");
    TestDatabase.execute(
        fixture.dataSource(),
        "CREATE TRIGGER fail BEFORE DELETE ON baton_task FOR EACH ROW IF OLD.type = 'B' THEN "
            + (onceAndBusy
                ? "INSERT INTO so_often VALUES (1); IF (SELECT COUNT(*) FROM so_often) = 1 THEN"
                    + " SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213; END IF;"
                : "SIGNAL SQLSTATE '45000';")
            + " END IF");
  }
}
