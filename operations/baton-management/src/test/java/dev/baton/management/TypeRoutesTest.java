package dev.baton.management;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.operate.JdbcStatisticsStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Principal;
import dev.baton.operate.statistics.LiveCounts;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests that a response lists the busiest types and buckets and adds up the others. */
public class TypeRoutesTest {
  private static final int MANY = 50_000;

  /** Smaller than a screenshot of the page. */
  private static final int LARGEST_BYTES = 60_000;

  @Test
  void busiestTypesAreNamedAndOthersAddedUp() {
    try (Served served = Served.inMemory()) {
      for (int i = 0; i < 12; i++) {
        served.cluster.add(TaskRequest.of(TaskType.of("TENANT-" + i)).onHold());
      }
      for (int i = 0; i < 3; i++) {
        served.cluster.add(TaskRequest.of(TaskType.of("TENANT-7")).bucket("apart").onHold());
        served.add("GOOD");
      }
      served.cluster.advance(Duration.ofMinutes(2));
      JsonNode types = served.get("/types?limit=2").json();
      assertThat(names(types, "type")).containsExactly("GOOD", "TENANT-7");
      assertThat(types.at("/items/0/lastHour/done").asInt()).isEqualTo(3);
      assertThat(types.at("/items/1/live/BLOCKED").asInt()).isEqualTo(4);
      assertThat(types.at("/others/count").asInt()).as("including APART and BAD").isEqualTo(13);
      assertThat(types.at("/others/live/BLOCKED").asInt()).isEqualTo(11);
      assertThat(types.at("/others/unnamed").asBoolean()).isFalse();
      assertThat(types.at("/others/lastHour/done").asInt()).isZero();
      assertThat(types.at("/hourKnown").asBoolean()).isTrue();

      JsonNode buckets = served.get("/buckets?limit=1").json();
      assertThat(names(buckets, "bucket")).containsExactly("default");
      assertThat(buckets.at("/others/count").asInt()).isEqualTo(1);
      assertThat(buckets.at("/others/live/BLOCKED").asInt()).isEqualTo(3);
    }
  }

  @Test
  void partOfANameMatchesAndExactNameComesFirst() {
    try (Served served = Served.inMemory()) {
      for (int i = 0; i < 12; i++) {
        served.cluster.add(TaskRequest.of(TaskType.of("TENANT-" + i)).onHold());
      }
      served.cluster.add(TaskRequest.of(TaskType.of("TENANT-11")).onHold());
      served.cluster.advance(Duration.ofMinutes(2));
      assertThat(names(served.get("/types?contains=nant-1").json(), "type"))
          .containsExactly("TENANT-1", "TENANT-10", "TENANT-11");
      JsonNode one = served.get("/types?contains=TENANT-1&limit=1").json();
      assertThat(names(one, "type")).containsExactly("TENANT-1");
      assertThat(one.at("/others/count").asInt()).isEqualTo(2);
      JsonNode none = served.get("/types?contains=%25").json();
      assertThat(names(none, "type")).isEmpty();
      assertThat(none.has("others")).isFalse();
    }
  }

  @Test
  void countsAreAddedUpByStatus() {
    try (Served served = Served.inMemory()) {
      served.held();
      served.held();
      served.failed();
      served.cluster.advance(Duration.ofSeconds(10));
      assertThat(served.get("/counts?by=status").json().get("items").toString())
          .isEqualTo("[{\"status\":\"BLOCKED\",\"count\":2},{\"status\":\"ERROR\",\"count\":1}]");
    }
  }

  @Test
  @Tag("deep")
  void fiftyThousandTypesMakeNoLargerResponseThanAHundred() throws Exception {
    JdbcDataSource database = database();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(manyTypes(MANY));
    }
    try (Baton baton =
            Baton.builder(JdbcStore.of(database)).name("n").define(definition("T")).start();
        JdkHttp http = serve(baton)) {
      Answer types = get(http, "/types");
      assertThat(types.json().get("items")).hasSize(100);
      assertThat(types.text().length()).isLessThan(LARGEST_BYTES);
      assertThat(types.at("/others/unnamed")).isEqualTo("true");
      long all = types.json().at("/others/live/BLOCKED").asLong();
      for (JsonNode one : types.json().get("items")) {
        all += one.at("/live/BLOCKED").asLong();
      }
      assertThat(all).isEqualTo(MANY);
      assertThat(get(http, "/buckets").text().length()).isLessThan(LARGEST_BYTES);
      assertThat(get(http, "/overview").text().length()).isLessThan(LARGEST_BYTES);
      assertThat(get(http, "/counts?by=status").at("/items/0/count"))
          .isEqualTo(Integer.toString(MANY));
      LiveCounts counts = baton.statistics().counts();
      assertThat(counts.groups()).as("types that a node counts by name").hasSizeLessThan(10_010);
    }
  }

  /**
   * Counts that can't be computed are reported as unknown, and all other values are still reported.
   */
  @Test
  void tooLargeStatisticsOfTheLastHourAreReportedAsUnknown() throws Exception {
    JdbcDataSource database = database();
    try (Baton baton =
            Baton.builder(JdbcStore.of(database))
                .stores(
                    all ->
                        all.statistics(
                            GivingUp.addingUp(new JdbcStatisticsStore(Database.of(database)))))
                .define(definition("T"))
                .start();
        JdkHttp http = serve(baton)) {
      baton.tasks().add(TaskRequest.of(TaskType.of("T")).onHold());
      Answer overview = get(http, "/overview");
      assertThat(overview.status()).as(overview.text()).isEqualTo(200);
      assertThat(overview.at("/trouble/0/kind")).isEqualTo("UNKNOWN");
      assertThat(overview.at("/trouble/0/text")).contains("is unknown");
      assertThat(overview.at("/counts/live/BLOCKED")).isEqualTo("1");
      assertThat(overview.json().has("recent")).as("the response has no row of zeros").isFalse();
      Answer types = get(http, "/types");
      assertThat(types.at("/hourKnown")).isEqualTo("false");
      assertThat(types.at("/items/0/live/BLOCKED")).isEqualTo("1");
    }
  }

  private static List<String> names(JsonNode page, String field) {
    return page.get("items").valueStream().map(one -> one.get(field).asString()).toList();
  }

  private static TaskDefinition<?, ?> definition(String type) {
    return RawDefinition.of(type, attempt -> Outcome.done());
  }

  private static JdbcDataSource database() {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    BatonSchema.apply(database);
    return database;
  }

  /** Adds one task on hold for each of this many types. */
  public static String manyTypes(int types) {
    return "INSERT INTO baton_task (id, version, created_at, run_at, attempts, losses, loss_limit,"
        + " status, priority, last_outcome, keyed, bucket, type, flow_key, state) SELECT"
        + " RANDOM_UUID(), 1, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP, 0, 0, 3, 0, 5, 0, FALSE,"
        + " 'default', CONCAT('TENANT-', x), '', '' FROM system_range(1, "
        + types
        + ")";
  }

  private static JdkHttp serve(Baton baton) throws Exception {
    return JdkHttp.serve(
        Management.of(baton)
            .accessPolicy(AccessPolicy.everything())
            .principal(request -> Principal.of("anna"))
            .build(),
        new InetSocketAddress("127.0.0.1", 0));
  }

  private static Answer get(JdkHttp http, String path) {
    return Served.send(
        HttpRequest.newBuilder(java.net.URI.create(http.uri() + "/api" + path))
            .timeout(Duration.ofSeconds(60)));
  }
}
