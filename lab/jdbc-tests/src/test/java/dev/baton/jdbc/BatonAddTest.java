package dev.baton.jdbc;

import static dev.baton.api.internal.RequestFields.withoutLocalDispatch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.api.internal.RequestFields;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.task.Bytes;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.Transition;
import dev.baton.tck.contract.StoreScenario;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that SQL adds the same tasks as Java, and checks its input in the same way. */
class BatonAddTest {
  private static final String FORK = "\ud83c\udf74";

  /** The result of baton_add. */
  record Answer(UUID task, boolean added) {}

  @Test
  void h2HasNoBatonAdd() {
    assertThatThrownBy(() -> BatonSchema.applyBatonAdd(TestDatabase.H2.clean()))
        .hasMessageContaining("h2 has no baton_add");
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.SERVERS)
  void rowsAreTheSameAsThoseOfJava(TestDatabase database) throws Exception {
    DataSource tables = tables(database);
    UUID id = new UUID(ThreadLocalRandom.current().nextLong(), 7);
    UUID chain = UUID.randomUUID();
    Instant time = Instant.parse("2080-02-29T12:34:56.123456Z");
    String longest = FORK.repeat(60);
    Map<String, TaskRequest<?, ?>> cases = new LinkedHashMap<>();
    cases.put("{}", TaskRequest.of(TaskType.of("T")));
    cases.put("{\"key\":\"\"}", TaskType.of("T", Bytes.class).with(Bytes.of("{\"a\":\"ä\"}")));
    cases.put(
        "{\"key\":\""
            + longest
            + "\",\"subType\":\"null\",\"state\":\""
            + longest.substring(60)
            + "\",\"priority\":0}",
        TaskType.of("T", Bytes.class)
            .with(Bytes.of(new byte[] {0, 1, '\\', '\'', (byte) 0xff}))
            .key(longest)
            .subType("null")
            .state(longest.substring(60))
            .priority(0));
    cases.put(
        "{\"runAt\":\"2080-02-29T12:34:56.123456Z\",\"correlation\":\"" + chain + "\"}",
        TaskRequest.of(TaskType.of("T")).runAt(time).correlationId(chain));
    cases.put(
        "{\"held\":true,\"runAt\":\"2080-02-29T12:34:56.123456Z\"}",
        TaskRequest.of(TaskType.of("T")).onHold().runAt(time));
    cases.put(
        "{\"held\":true,\"priority\":9}", TaskRequest.of(TaskType.of("T")).onHold().priority(9));
    cases.put(
        "{\"uniqueKey\":\" u \\n'x\",\"uniqueForSeconds\":3600}",
        TaskRequest.of(TaskType.of("T")).unique(Unique.forAtLeast(Duration.ofHours(1), " u \n'x")));
    cases.put(
        "{\"id\":\"" + id + "\",\"uniqueKey\":\"k\",\"uniqueWhileKept\":true}",
        TaskRequest.of(TaskType.of("T")).unique(Unique.id(id).and(Unique.whileKept("k"))));
    cases.put(
        "{\"labels\":{\"partner\":\"acme, \\\"Inc\\\"\",\"n-1.x\":\"" + FORK + "\"}}",
        TaskRequest.of(TaskType.of("T")).label("partner", "acme, \"Inc\"").label("n-1.x", FORK));
    cases.put(
        "{\"key\":\"k\",\"ordered\":true}", TaskRequest.of(TaskType.of("T").ordered()).key("k"));
    cases.put("{\"payloadVersion\":2}", TaskType.of("T", String.class).version(2).with("x"));
    try (Baton java = Baton.builder(JdbcStore.of(tables)).client().start()) {
      for (Map.Entry<String, TaskRequest<?, ?>> one : cases.entrySet()) {
        TaskRequest<?, ?> request = one.getValue();
        database.clean();
        UUID byJava = java.tasks().add(withoutLocalDispatch(request)).taskId();
        List<Map<String, String>> written = rows(tables, byJava);
        database.clean();
        byte[] payload =
            RequestFields.of(request).payload() == null
                ? null
                : RequestFields.of(request).payload().toArray();
        Answer answer = add(tables, "T", payload, one.getKey());
        assertThat(answer.added).isTrue();
        assertThat(rows(tables, answer.task)).as(one.getKey()).isEqualTo(written);
        Task read = JdbcTaskStore.of(tables).find(answer.task).orElseThrow();
        assertThat(read.fault()).isNull();
      }
    }
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.SERVERS)
  void valuesThatJavaRefusesAreRefusedAndNothingIsWritten(TestDatabase database) throws Exception {
    DataSource tables = tables(database);
    String[][] refused = {
      {"", "{}", "A task's type has 1-250 characters; this one has 0"},
      {"x".repeat(251), "{}", "this one has 251"},
      {FORK.repeat(126), "{}", "this one has 252"},
      {"a\tb", "{}", "type must not contain control characters"},
      {"a\u0085b", "{}", "type must not contain control characters"},
      {" a", "{}", "type neither starts nor ends with a blank"},
      {"a\u3000", "{}", "type neither starts nor ends with a blank"},
      {"T", "{\"subType\":\"\"}", "sub-type has 1-250 characters"},
      {"T", "{\"key\":\"" + "k".repeat(201) + "\"}", "key has 1-200 characters"},
      {"T", "{\"key\":\"a\\nb\"}", "key must not contain control characters"},
      {"T", "{\"key\":\"a \"}", "key neither starts nor ends with a blank"},
      {"T", "{\"bucket\":\"a b\"}", "A bucket's name has 1-60"},
      {"T", "{\"bucket\":\"ab\\n\"}", "A bucket's name has 1-60"},
      {"T", "{\"bucket\":\"\"}", "A bucket's name has 1-60"},
      {"T", "{\"state\":\"" + "s".repeat(61) + "\"}", "A state's name has at most 60"},
      {"T", "{\"priority\":10}", "A priority runs from 0 (most urgent) to 9; 10 doesn't"},
      {"T", "{\"priority\":-1}", "A priority runs from 0"},
      {"T", "{\"priority\":1.5}", "The option priority should be a whole number"},
      {"T", "{\"priority\":\"1\"}", "The option priority should be a whole number"},
      {"T", "{\"priority\":12345678901}", "The option priority should be a whole number"},
      {"T", "{\"payloadVersion\":0}", "The version of a payload is 1 or more"},
      {"T", "{\"held\":1}", "The option held should be true or false"},
      {"T", "{\"key\":null}", "The option key should be a text"},
      {"T", "{\"Key\":\"k\"}", "There is no option Key"},
      {"T", "{\"\":1}", "There is no option"},
      {"T", "{\"context\":{\"baton.order\":\"1\"}}", "There is no option context"},
      {"T", "{\"traits\":\"order=1\"}", "There is no option traits"},
      // MariaDB doesn't find a name with escapes.
      {"T", "{\"\\u0070riority\":77}", ""},
      {"T", "{\"labels\":{\"\\u0061\":7}}", ""},
      {"T", "{\"runAt\":\"tomorrow\"}", "should be an instant such as"},
      {"T", "{\"runAt\":\"1969-12-31T00:00:00Z\"}", "A time must lie between"},
      {"T", "{\"runAt\":\"2026-13-01T00:00:00Z\"}", ""},
      {"T", "{\"id\":\"seven\"}", ""},
      {"T", "{\"correlation\":\"seven\"}", ""},
      {"T", "{\"uniqueKey\":\"\"}", "A unique key has 1-250 characters"},
      {"T", "{\"uniqueKey\":\"" + FORK.repeat(126) + "\"}", "A unique key has 1-250"},
      {"T", "{\"uniqueKey\":\"a \"}", "A unique key doesn't end with a blank"},
      {"T", "{\"uniqueKey\":\"k\",\"uniqueForSeconds\":-1}", "zero to 3650 days"},
      {"T", "{\"uniqueKey\":\"k\",\"uniqueForSeconds\":315360001}", "zero to 3650 days"},
      {"T", "{\"uniqueForSeconds\":1}", "want a uniqueKey"},
      {"T", "{\"labels\":[]}", "The option labels should be an object"},
      {"T", "{\"labels\":{\"a b\":\"x\"}}", "A label's name has 1-60"},
      {"T", "{\"labels\":{\"a\":\"\"}}", "The value of a label has 1-120 characters"},
      {"T", "{\"labels\":{\"a\":7}}", "The value of a label has 1-120 characters"},
      {"T", "{\"labels\":{\"a\":\"" + FORK.repeat(61) + "\"}}", "The value of a label has 1-120"},
      {
        "T",
        "{\"labels\":{\"a\":\"x\\ty\"}}",
        "The value of a label must not contain control characters"
      },
      {"T", "{\"labels\":" + nine() + "}", "A task has at most 8 labels"},
      {"T", "{\"ordered\":true}", "wants a key"},
      {"T", "{\"ordered\":true,\"key\":\"\"}", "wants a key"},
      {"T", "{\"ordered\":true,\"key\":\"k\",\"held\":true}", "can't be held and ordered"},
      {"T", "{\"ordered\":1,\"key\":\"k\"}", "The option ordered should be true or false"},
      {"T", "[]", ""},
      {"T", "{\"key\":\"a\\u0000b\"}", ""},
      {"T", "{\"key\":\"a\\ud800b\"}", ""},
      {"T", "{\"labels\":{\"a\":\"\\ud800\"}}", ""},
      {"T", "{\"labels\":{\"a\":null}}", ""}
    };
    for (String[] one : refused) {
      assertThatThrownBy(() -> add(tables, one[0], null, one[1]))
          .as("%s %s", one[0], one[1])
          .isInstanceOf(SQLException.class)
          .hasMessageContaining(one[2]);
    }
    assertThatThrownBy(() -> add(tables, "T", new byte[16 * 1024 * 1024 + 1], "{}"))
        .isInstanceOf(SQLException.class);
    assertThat(TestDatabase.number(tables, "SELECT count(*) FROM baton_task")).isZero();
    assertThat(TestDatabase.number(tables, "SELECT count(*) FROM baton_key")).isZero();
  }

  private static String nine() {
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      labels.add("\"n" + i + "\":\"x\"");
    }
    return "{" + String.join(",", labels) + "}";
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.SERVERS)
  void idsAreOfVersion7AndFollowTheClock(TestDatabase database) throws Exception {
    DataSource tables = tables(database);
    long before = System.currentTimeMillis();
    UUID id = add(tables, "T", null, "{}").task;
    assertThat(id.version()).isEqualTo(7);
    assertThat(id.variant()).isEqualTo(2);
    assertThat(id.getMostSignificantBits() >>> 16)
        .isBetween(before - 60_000, System.currentTimeMillis() + 60_000);
    assertThat(add(tables, "T", null, "{}").task).isNotEqualTo(id);
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.SERVERS)
  void takenKeyReturnsItsTaskAndWritesNothing(TestDatabase database) throws Exception {
    DataSource tables = tables(database);
    UUID first = add(tables, "T", null, "{\"uniqueKey\":\"k\"}").task;
    UUID own = UUID.randomUUID();
    String both = "{\"uniqueKey\":\"k\",\"id\":\"" + own + "\",\"labels\":{\"a\":\"b\"}}";
    assertThat(add(tables, "T", null, both)).isEqualTo(new Answer(first, false));
    assertThat(TestDatabase.number(tables, "SELECT count(*) FROM baton_key")).isOne();
    assertThat(TestDatabase.number(tables, "SELECT count(*) FROM baton_label")).isZero();
    assertThat(add(tables, "U", null, "{\"uniqueKey\":\"k\"}").added).isTrue();
    String upper = own.toString().toUpperCase(Locale.ROOT);
    assertThat(add(tables, "T", null, "{\"id\":\"" + upper + "\"}"))
        .isEqualTo(new Answer(own, true));
    assertThat(add(tables, "T", null, "{\"id\":\"" + own + "\"}"))
        .isEqualTo(new Answer(own, false));
    try (Baton java = Baton.builder(JdbcStore.of(tables)).client().start()) {
      assertThat(
              java.tasks()
                  .add(TaskRequest.of(TaskType.of("T")).unique(Unique.whileLive("k")))
                  .taskId())
          .isEqualTo(first);
      assertThat(java.tasks().add(TaskRequest.of(TaskType.of("T")).id(own)).wasAdded()).isFalse();
      TaskFilter labelled = TaskFilter.all().label("c", "d");
      UUID found = add(tables, "T", null, "{\"labels\":{\"c\":\"d\"}}").task;
      assertThat(java.operations().search(labelled).page(10).items())
          .extracting(TaskInfo::id)
          .containsExactly(found);
    }
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.SERVERS)
  void idHasOneTaskFromSqlOrJava(TestDatabase database) throws Exception {
    JdbcFixture fixture = new JdbcFixture(database);
    DataSource tables = fixture.dataSource();
    BatonSchema.applyBatonAdd(tables);
    UUID live = add(tables, "T", null, "{}").task;
    onlyItsTypeMeets(tables, live);
    UUID own = UUID.randomUUID();
    add(tables, "T", null, "{\"id\":\"" + own + "\"}");
    onlyItsTypeMeets(tables, own);

    StoreScenario given = fixture.given();
    List<UUID> kept = new ArrayList<>();
    List<Transition> ends = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      UUID id = add(tables, "T", null, "{}").task;
      kept.add(id);
      ends.add(
          HolderRules.done(
              given.claim(given.find(id), UUID.randomUUID()), null, Duration.ofDays(1)));
    }
    assertThat(fixture.store().apply(ends)).containsOnly(true);
    for (UUID id : kept) {
      onlyItsTypeMeets(tables, id);
    }
    assertThat(TestDatabase.number(tables, "SELECT count(*) FROM baton_task")).isEqualTo(2);
    assertThat(TestDatabase.number(tables, "SELECT count(*) FROM baton_key")).isEqualTo(1);
  }

  private static void onlyItsTypeMeets(DataSource tables, UUID id) throws SQLException {
    String options = "{\"id\":\"" + id + "\"}";
    assertThat(add(tables, "T", null, options)).isEqualTo(new Answer(id, false));
    assertThatThrownBy(() -> add(tables, "OTHER", null, options))
        .hasMessageContaining("is that of a task of type T: a task of type OTHER can't have it");
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.SERVERS)
  void anExpiredKeyIsTakenOver(TestDatabase database) throws Exception {
    JdbcFixture fixture = new JdbcFixture(database);
    DataSource tables = fixture.dataSource();
    BatonSchema.applyBatonAdd(tables);
    UUID id = UUID.randomUUID();
    String options = "{\"uniqueKey\":\"k\",\"uniqueForSeconds\":60,\"id\":\"" + id + "\"}";
    add(tables, "T", null, options);
    StoreScenario given = fixture.given();
    Task held = given.claim(given.find(id), UUID.randomUUID());
    given.applied(HolderRules.failed(held, "no", Duration.ofMinutes(1)));
    assertThat(add(tables, "T", null, "{\"uniqueKey\":\"k\"}")).isEqualTo(new Answer(id, false));
    fixture.age(Duration.ofMinutes(2));
    assertThat(add(tables, "T", null, options)).isEqualTo(new Answer(id, true));
    assertThat(fixture.store().findFinished(id)).isEmpty();
    assertThat(TestDatabase.number(tables, "SELECT count(*) FROM baton_attempt")).isZero();
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.SERVERS)
  void aWriterThatRollsBackHasAddedNothing(TestDatabase database) throws Exception {
    DataSource tables = tables(database);
    try (Connection connection = tables.getConnection()) {
      connection.setAutoCommit(false);
      add(connection, "T", null, "{\"uniqueKey\":\"k\",\"labels\":{\"a\":\"b\"}}");
      connection.rollback();
    }
    for (String table : List.of("baton_task", "baton_key", "baton_label")) {
      assertThat(TestDatabase.number(tables, "SELECT count(*) FROM " + table)).isZero();
    }
  }

  static DataSource tables(TestDatabase database) throws SQLException {
    DataSource tables = database.clean();
    BatonSchema.applyBatonAdd(tables);
    return tables;
  }

  private static Answer add(
      DataSource tables, String type, byte @Nullable [] payload, String options)
      throws SQLException {
    try (Connection connection = tables.getConnection()) {
      return add(connection, type, payload, options);
    }
  }

  static Answer add(Connection connection, String type, byte @Nullable [] payload, String options)
      throws SQLException {
    String sql =
        isPostgres(connection)
            ? "SELECT task_id, added FROM baton_add(?, ?, ?::jsonb)"
            : "CALL baton_add(?, ?, ?)";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, type);
      statement.setBytes(2, payload);
      statement.setString(3, options);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return new Answer(UUID.fromString(rows.getString(1)), rows.getBoolean(2));
      }
    }
  }

  private static boolean isPostgres(Connection connection) throws SQLException {
    return connection.getMetaData().getURL().startsWith("jdbc:postgresql");
  }

  /**
   * Returns everything that is written for the task, without its id, and with times relative to its
   * add.
   */
  private static List<Map<String, String>> rows(DataSource tables, UUID id) throws SQLException {
    List<Map<String, String>> all = new ArrayList<>();
    for (String query :
        List.of(
            "SELECT * FROM baton_task",
            "SELECT * FROM baton_key ORDER BY kind",
            "SELECT * FROM baton_label ORDER BY name")) {
      try (Connection connection = tables.getConnection();
          PreparedStatement statement = connection.prepareStatement(query);
          ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          Map<String, String> row = new TreeMap<>();
          for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
            row.put(
                rows.getMetaData().getColumnName(i),
                plain(rows.getObject(i), id, isPostgres(connection)));
          }
          all.add(row);
        }
      }
    }
    Instant added = Instant.parse(all.get(0).get("created_at"));
    for (Map<String, String> row : all) {
      row.replaceAll((name, value) -> sinceThen(value, added));
    }
    return all;
  }

  private static String sinceThen(String value, Instant added) {
    if (!value.endsWith("Z") || value.startsWith("2080")) {
      return value;
    }
    return "added + " + Duration.between(added, Instant.parse(value));
  }

  private static String plain(@Nullable Object value, UUID id, boolean postgres) {
    if (value instanceof Timestamp time) {
      return postgres
          ? time.toInstant().toString()
          : time.toLocalDateTime().toInstant(ZoneOffset.UTC).toString();
    }
    if (value instanceof OffsetDateTime time) {
      return time.toInstant().toString();
    }
    if (value instanceof byte[] bytes) {
      String hex = HexFormat.of().formatHex(bytes);
      return hex.equals(id.toString().replace("-", "")) ? "its id" : hex;
    }
    return value == null ? "null" : value.toString().equals(id.toString()) ? "its id" : value + "";
  }
}
