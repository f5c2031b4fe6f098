package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.api.error.RequestRefusedException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that SQL refuses values with Java's messages, in the part that says what is allowed. */
class BatonAddWordsTest {
  @ParameterizedTest
  @MethodSource(TestDatabase.SERVERS)
  void allowedValuesAreNamedInTheSameWords(TestDatabase database) throws Exception {
    TaskRequest<?, ?> plain = TaskRequest.of(TaskType.of("T"));
    Map<String, Supplier<TaskRequest<?, ?>>> cases = new LinkedHashMap<>();
    cases.put("\"priority\":10", () -> plain.priority(10));
    cases.put("\"priority\":-1", () -> plain.priority(-1));
    cases.put("\"key\":\"" + "k".repeat(201) + "\"", () -> plain.key("k".repeat(201)));
    cases.put("\"key\":\"a\\nb\"", () -> plain.key("a\nb"));
    cases.put("\"key\":\"a \"", () -> plain.key("a "));
    cases.put("\"subType\":\"" + "s".repeat(251) + "\"", () -> plain.subType("s".repeat(251)));
    cases.put("\"labels\":{\"a b\":\"x\"}", () -> plain.label("a b", "x"));
    cases.put("\"labels\":{\"a\":\"x \"}", () -> plain.label("a", "x "));
    cases.put("\"labels\":{\"a\":\"\"}", () -> plain.label("a", ""));
    cases.put("\"labels\":{\"a\":\"x\\ty\"}", () -> plain.label("a", "x\ty"));
    cases.put(
        "\"uniqueKey\":\"" + "u".repeat(251) + "\"",
        () -> plain.unique(Unique.whileLive("u".repeat(251))));
    cases.put("\"uniqueKey\":\"\"", () -> plain.unique(Unique.whileLive("")));
    cases.put(
        "\"runAt\":\"1969-12-31T00:00:00Z\"",
        () -> plain.runAt(Instant.parse("1969-12-31T00:00:00Z")));
    cases.put(
        "\"uniqueKey\":\"u\",\"uniqueForSeconds\":315360001",
        () -> plain.unique(Unique.forAtLeast(Duration.ofSeconds(315_360_001), "u")));
    DataSource tables = BatonAddTest.tables(database);
    try (Baton java = Baton.builder(JdbcStore.of(tables)).client().start();
        Connection sql = tables.getConnection()) {
      for (Map.Entry<String, Supplier<TaskRequest<?, ?>>> one : cases.entrySet()) {
        Throwable byJava = catchThrowable(() -> java.tasks().add(one.getValue().get()));
        assertThat(byJava)
            .as(one.getKey())
            .isInstanceOfAny(RequestRefusedException.class, IllegalArgumentException.class);
        String allowed = allowed(byJava);
        assertThatThrownBy(() -> BatonAddTest.add(sql, "T", null, "{" + one.getKey() + "}"))
            .as(one.getKey())
            .isInstanceOf(SQLException.class)
            .hasMessageContaining(allowed);
      }
      String type = "x".repeat(251);
      Throwable byJava = catchThrowable(() -> java.tasks().add(TaskRequest.of(TaskType.of(type))));
      assertThatThrownBy(() -> BatonAddTest.add(sql, type, null, "{}"))
          .hasMessageContaining(allowed(byJava));
    }
    assertThat(TestDatabase.number(tables, "SELECT count(*) FROM baton_task")).isZero();
  }

  /** Returns the message without the part about the value. */
  private static String allowed(Throwable refused) {
    return String.valueOf(refused.getMessage()).split("[;,]", 2)[0].strip();
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.SERVERS)
  void missingTypeIsRefusedLikeAnEmptyType(TestDatabase database) throws Exception {
    String call =
        database == TestDatabase.POSTGRES
            ? "SELECT * FROM baton_add(NULL, NULL, '{}')"
            : "CALL baton_add(NULL, NULL, '{}')";
    DataSource tables = BatonAddTest.tables(database);
    try (Connection sql = tables.getConnection()) {
      assertThatThrownBy(() -> sql.createStatement().execute(call))
          .hasMessageContaining("A task's type has 1-250 characters; this one has 0");
    }
  }
}
