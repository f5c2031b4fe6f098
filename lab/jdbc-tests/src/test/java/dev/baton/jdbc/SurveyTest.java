package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.jdbc.cluster.JdbcClusterStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.operate.cluster.Pause;
import dev.baton.schedule.Schedule;
import dev.baton.spi.Survey;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests what counts as work for a node that has none. */
@OnEachDatabase
class SurveyTest {
  private static final TaskRequest<?, ?> TASK = TaskRequest.of(TaskType.of("T"));

  private final JdbcFixture fixture;
  private final Baton client;

  SurveyTest(TestDatabase database) {
    fixture = new JdbcFixture(database);
    client = Baton.builder(JdbcStore.of(fixture.dataSource())).client().start();
  }

  @AfterEach
  void close() {
    client.close();
  }

  private Survey survey() {
    return new JdbcClusterStore(Database.of(fixture.dataSource())).survey(Duration.ofSeconds(2));
  }

  private void update(String sql) throws SQLException {
    TestDatabase.execute(fixture.dataSource(), sql);
  }

  @Test
  void emptyDatabaseHasNoWork() {
    assertThat(survey()).isEqualTo(new Survey(survey().switches(), true, false));
  }

  @Test
  void readyAndRunningTasksAreWork() throws Exception {
    client.tasks().add(TASK);
    assertThat(survey().isIdle()).isFalse();
    update("UPDATE baton_task SET status = 3, owner = id");
    assertThat(survey().isIdle()).isFalse();
    update("UPDATE baton_task SET status = 4, owner = NULL, next_event_at = NULL, run_at = NULL");
    assertThat(survey().isIdle()).isTrue();
  }

  @Test
  void waitingTaskIsWorkWhenItIsDue() throws Exception {
    client.tasks().add(TASK.runIn(Duration.ofHours(1)));
    assertThat(survey().isIdle()).isTrue();
    fixture.age(Duration.ofHours(1));
    assertThat(survey().isIdle()).isFalse();
  }

  @Test
  void scheduleIsWorkWhenItTicksSoon() throws Exception {
    client.schedules().put(Schedule.fixedRate("hourly", Duration.ofHours(1)).adds(TASK));
    fixture.age(Duration.ofHours(-1));
    assertThat(survey()).isEqualTo(new Survey(survey().switches(), true, true));
    fixture.age(Duration.ofHours(1));
    assertThat(survey()).isEqualTo(new Survey(survey().switches(), false, true));
    update("UPDATE baton_schedule SET last_tick = next_tick");
    fixture.age(Duration.ofHours(-1));
    assertThat(survey()).isEqualTo(new Survey(survey().switches(), false, true));
    client.schedules().pause("hourly");
    assertThat(survey()).isEqualTo(new Survey(survey().switches(), true, false));
  }

  @Test
  void surveyHasTheSwitches() {
    client.cluster().pause(Pause.type("T"), "for a test");
    JdbcClusterStore store = new JdbcClusterStore(Database.of(fixture.dataSource()));
    assertThat(survey().switches()).isEqualTo(store.switches());
    assertThat(store.switches().pauses()).hasSize(1);
  }
}
