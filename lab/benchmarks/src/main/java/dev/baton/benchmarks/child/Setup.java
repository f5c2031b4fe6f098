package dev.baton.benchmarks.child;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.benchmarks.Site;
import dev.baton.benchmarks.Staffing;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The first command to a process.
 *
 * @param contender the contender's class
 * @param producers how many threads may add at a time
 * @param probe the file of times
 * @param jobs how many jobs fit in the file
 */
public record Setup(
    String contender,
    boolean mariaDb,
    String url,
    String user,
    String password,
    Staffing staffing,
    int producers,
    Path probe,
    int jobs) {
  private static final int CONNECTIONS_TO_SPARE = 16;
  private static final int CONNECTIONS_KEPT = 12;
  private static final int UNUSED_MILLIS = 10_000;
  private static final int POOL_PATIENCE_MILLIS = 30_000;

  static Setup of(Words words) {
    return new Setup(
        words.text("contender"),
        words.isSet("mariaDb"),
        words.text("url"),
        words.text("user"),
        words.text("password"),
        new Staffing(
            words.count("workers"),
            words.count("slowAtATime"),
            words.count("perKey"),
            words.count("keptSeconds"),
            words.isSet("countsStatements"),
            words.isSet("transactional"),
            Staffing.Naming.valueOf(words.text("naming")),
            words.isSet("polls")),
        words.count("producers"),
        Path.of(words.text("probe")),
        words.count("jobs"));
  }

  /** Returns the setup as a line for the process. */
  public Words words() {
    return Words.of("setup")
        .with("contender", contender)
        .with("mariaDb", mariaDb)
        .with("url", url)
        .with("user", user)
        .with("password", password)
        .with("workers", staffing.workers())
        .with("slowAtATime", staffing.slowAtATime())
        .with("perKey", staffing.perKey())
        .with("keptSeconds", staffing.keptSeconds())
        .with("countsStatements", staffing.countsStatements())
        .with("transactional", staffing.transactional())
        .with("naming", staffing.naming())
        .with("polls", staffing.polls())
        .with("producers", producers)
        .with("probe", probe)
        .with("jobs", jobs);
  }

  Site site(DataSource pool) {
    return new Site(mariaDb, url, user, password, pool, staffing);
  }

  /**
   * Creates connections for every producer and worker, as services do: some at once, the others
   * when they are needed.
   */
  HikariDataSource pool(@Nullable StatementCount count) {
    HikariConfig config = new HikariConfig();
    if (count == null) {
      config.setJdbcUrl(url);
      config.setUsername(user);
      config.setPassword(password);
    } else {
      config.setDataSource(new CountedSource(this, count));
    }
    if (count != null) {
      // Costs of a process at rest include only connections that it uses. HikariCP closes the
      // others, but by default it looks for them only twice a minute.
      System.setProperty("com.zaxxer.hikari.housekeeping.periodMs", "5000");
      config.setIdleTimeout(UNUSED_MILLIS);
    }
    int most = producers + staffing.workers() + CONNECTIONS_TO_SPARE;
    config.setMaximumPoolSize(most);
    config.setMinimumIdle(count == null ? Math.min(most, CONNECTIONS_KEPT) : 0);
    config.setConnectionTimeout(POOL_PATIENCE_MILLIS);
    // blockUntilFilled fills the pool before the contender is timed. Opening connections in a cold
    // JVM takes longer than the start of some contenders, and is not part of their work.
    config.setInitializationFailTimeout(POOL_PATIENCE_MILLIS);
    return new HikariDataSource(config);
  }
}
