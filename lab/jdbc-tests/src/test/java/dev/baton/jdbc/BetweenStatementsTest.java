package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.baton.api.AddResult;
import dev.baton.jdbc.cluster.JdbcLeadership;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.spi.Leadership;
import dev.baton.task.Status;
import dev.baton.task.row.TaskKey;
import dev.baton.task.rule.AddRules;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.Waits;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Tests that the last statement of a store method repeats the conditions of the first one: other
 * transactions may have committed between them.
 */
@OnEachDatabase
final class BetweenStatementsTest {
  private static final TaskKey.KeyRetention FOR_A_MINUTE =
      new TaskKey.KeyRetention(Duration.ofMinutes(1), false);
  private static final TaskKey.KeyRetention FOR_A_DAY =
      new TaskKey.KeyRetention(Duration.ofDays(1), false);

  private final SteppingIn between = new SteppingIn();
  private final JdbcFixture others;
  private final JdbcFixture fixture;

  BetweenStatementsTest(TestDatabase database) {
    others = new JdbcFixture(database);
    fixture = new JdbcFixture(database, JdbcTaskStore::of, between::around);
  }

  /** MariaDB's driver logs each refused statement as a warning. */
  @Test
  void dutyTakenMeanwhileIsLeftToItsLeaderWithoutAServerError() throws Exception {
    Logger driver = (Logger) LoggerFactory.getLogger("org.mariadb.jdbc");
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    driver.addAppender(log);
    try {
      Leadership own = JdbcLeadership.of(fixture.dataSource());
      Leadership rival = JdbcLeadership.of(others.dataSource());
      UUID leader = UUID.randomUUID();
      between.before("INTO baton_leader", () -> rival.lead("duty", leader));
      assertThat(own.lead("duty", UUID.randomUUID())).isEmpty();
      assertThat(between.isDone()).isTrue();
      assertThat(rival.lead("duty", leader)).isPresent();
      assertThat(log.list).isEmpty();
    } finally {
      driver.detachAppender(log);
    }
  }

  @Test
  void expiredKeyTakenMeanwhileIsNotTakenOver() throws Exception {
    TaskDraft rival = TaskDraft.ready("T").uniqueBy("k");
    anExpiredKey();
    between.before("UPDATE baton_key", () -> others.given().added(rival));
    assertThat(add(fixture, TaskDraft.ready("T").uniqueBy("k").build()))
        .containsExactly(new AddResult.AlreadyExists(rival.id()));
    assertThat(between.isDone()).isTrue();
  }

  @Test
  void expiredKeyTakenAndKeptMeanwhileIsNotTakenOver() throws Exception {
    TaskDraft rival = TaskDraft.ready("T").uniqueBy("k", FOR_A_DAY);
    anExpiredKey();
    between.before("UPDATE baton_key", () -> others.given().done(rival, StoreScenario.KEEP));
    assertThat(add(fixture, TaskDraft.ready("T").uniqueBy("k").build()))
        .containsExactly(new AddResult.AlreadyExists(rival.id()));
    assertThat(between.isDone()).isTrue();
  }

  private void anExpiredKey() throws Exception {
    others.given().done(TaskDraft.ready("T").uniqueBy("k", FOR_A_MINUTE), StoreScenario.KEEP);
    others.passTime(Duration.ofMinutes(2));
  }

  @Test
  void anOrderThatAnotherAddedToMeanwhileIsNotForgotten() throws Exception {
    NewTask first = inOrder();
    NewTask next = inOrder();
    NewTask behind = inOrder();
    add(others, first);
    others
        .given()
        .applied(OperatorRules.cancel(others.given().find(first.id()), "no", StoreScenario.KEEP));
    between.before("SELECT o.name FROM", () -> add(others, next));
    fixture.store().prune(100);
    assertThat(between.isDone()).isTrue();
    add(others, behind);
    assertThat(others.given().find(next.id()).position().status()).isEqualTo(Status.READY);
    assertThat(others.given().find(behind.id()).position().status()).isEqualTo(Status.BLOCKED);
  }

  /** Adds at read committed, where other transactions may change a key that was read. */
  private static List<AddResult> add(JdbcFixture fixture, NewTask task) throws Exception {
    return fixture.transactions().call(t -> fixture.store().insert(t, List.of(task)));
  }

  private static NewTask inOrder() {
    NewTask task = TaskDraft.of("T", AddRules.waiting(null, "")).withKey("A").build();
    Waits waits =
        new Waits(Set.of(), Set.of(), true, StoreScenario.HINT_EXPIRY, StoreScenario.KEEP);
    return new NewTask(task.id(), task.spec(), task.placement(), task.keys(), waits);
  }
}
