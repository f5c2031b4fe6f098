package dev.baton.examples.languages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskType;
import dev.baton.handler.TaskDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalMariaDb;
import dev.baton.local.LocalPostgres;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The scripts of docs/other-languages.md add tasks that a node runs. A script is skipped if its
 * language or driver isn't installed; {@code .ci/run} describes how CI installs them.
 */
@Tag("deep")
class OtherLanguagesTest {
  private static final Path SCRIPTS = Path.of("other-languages");

  /** The rows that the scripts write. */
  record Payout(String partner, long cents) {}

  private static final TaskType<Payout, Void> PAY_OUT = TaskType.of("PAY_OUT", Payout.class);

  @ParameterizedTest
  @CsvSource({
    "postgres.py, python3, psycopg2",
    "mariadb.py, python3, pymysql",
    "postgres.js, node, pg",
    "mariadb.js, node, mysql2"
  })
  void taskAddedByScriptRuns(String script, String language, String driver) throws Exception {
    List<String> command = command(language, driver);
    assumeTrue(!command.isEmpty(), language + " with " + driver + " isn't installed here");
    boolean postgres = script.startsWith("postgres");
    DatabaseAddress address =
        postgres ? LocalPostgres.temporary().newDatabase() : LocalMariaDb.temporary().newDatabase();
    BlockingQueue<Payout> paid = new LinkedBlockingQueue<>();
    try (HikariDataSource pool = pool(address);
        Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      BatonSchema.apply(pool);
      BatonSchema.applyBatonAdd(pool);
      statement.execute("CREATE TABLE orders (number VARCHAR(20) PRIMARY KEY)");
      String url = url(address, postgres);
      UUID task = added(run(command, script, url), "added");
      assertThat(added(run(command, script, url), "was there")).isEqualTo(task);
      TaskDefinition<?, ?> payOut =
          TaskDefinition.of(PAY_OUT)
              .handler(
                  (payout, attempt) -> {
                    paid.add(payout);
                  });
      try (Baton runs = Baton.builder(JdbcStore.of(pool)).define(payOut).start()) {
        assertThat(paid.poll(30, TimeUnit.SECONDS)).isEqualTo(new Payout("acme", 1250));
        assertThat(paid).isEmpty();
        assertThat(runs.tasks()).isNotNull();
      }
    }
  }

  private static UUID added(String said, String word) {
    assertThat(said).endsWith(word);
    return UUID.fromString(said.substring(0, 36));
  }

  private static HikariDataSource pool(DatabaseAddress address) {
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl(address.url());
    pool.setUsername(address.user());
    pool.setPassword(address.password());
    pool.setMaximumPoolSize(14);
    return pool;
  }

  /** Returns the URL in the form that the drivers of other languages accept. */
  private static String url(DatabaseAddress address, boolean postgres) {
    String place = address.url().replaceFirst("^jdbc:[a-z]+:", "").replaceFirst("\\?.*$", "");
    return (postgres ? "postgresql:" : "mysql:")
        + place.replaceFirst("^//", "//" + address.user() + ":" + address.password() + "@");
  }

  /** Tries Debian's Python first, because Debian installs its packages for that one. */
  private static List<String> command(String language, String driver) throws Exception {
    for (String program : List.of("/usr/bin/" + language, language)) {
      String look =
          language.equals("node") ? "require.resolve('" + driver + "')" : "import " + driver;
      List<String> command = List.of(program, language.equals("node") ? "-e" : "-c", look);
      try {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getInputStream().readAllBytes();
        if (process.waitFor() == 0) {
          return List.of(program);
        }
      } catch (IOException notThere) {
        continue;
      }
    }
    return List.of();
  }

  private static String run(List<String> command, String script, String url) throws Exception {
    Path file = SCRIPTS.resolve(script);
    assertThat(Files.exists(file)).as("%s", file.toAbsolutePath()).isTrue();
    ProcessBuilder builder = new ProcessBuilder(command.get(0), file.toString());
    builder.environment().putAll(Map.of("DATABASE_URL", url, "PYTHONDONTWRITEBYTECODE", "1"));
    Process process = builder.redirectErrorStream(true).start();
    String said =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }
}
