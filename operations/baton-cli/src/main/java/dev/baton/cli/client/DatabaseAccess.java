package dev.baton.cli.client;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import dev.baton.Baton;
import dev.baton.api.error.ConfigurationException;
import dev.baton.cli.text.Failure;
import dev.baton.jdbc.JdbcStore;
import org.jspecify.annotations.Nullable;

/**
 * Address and credentials of a database.
 *
 * @param user null if the URL contains the user, or none is needed
 */
public record DatabaseAccess(String url, @Nullable String user, @Nullable String password) {
  private static final int CONNECTIONS = 3;
  private static final int PATIENCE_MILLIS = 10_000;

  /** Opens a small connection pool. Fails if the first connection can't be opened. */
  public HikariDataSource connect() {
    HikariConfig config = new HikariConfig();
    config.setPoolName("baton-cli");
    config.setMaximumPoolSize(CONNECTIONS);
    config.setMinimumIdle(1);
    config.setConnectionTimeout(PATIENCE_MILLIS);
    try {
      config.setJdbcUrl(url);
      config.setUsername(user);
      config.setPassword(password);
      return new HikariDataSource(config);
    } catch (PoolInitializationException unreachable) {
      throw Failure.unreachable("Can't reach the database " + url + ": " + cause(unreachable));
    } catch (RuntimeException noDriver) {
      throw Failure.usage(
          "Can't use the database "
              + url
              + ": "
              + cause(noDriver)
              + ". Supported URLs begin with jdbc:postgresql:, jdbc:mariadb: or jdbc:h2:");
    }
  }

  /** Returns a client whose node runs no tasks. */
  public OperationsClient client(String actor) {
    HikariDataSource connections = connect();
    try {
      Baton baton =
          Baton.builder(JdbcStore.of(connections)).client().name("baton-cli " + actor).start();
      return new OperationsClient(new DatabaseTransport(baton, actor, connections));
    } catch (RuntimeException unusable) {
      connections.close();
      if (unusable instanceof ConfigurationException) {
        throw Failure.refused(unusable.getMessage() + "; run: baton schema apply");
      }
      throw unusable;
    }
  }

  private static String cause(Throwable failure) {
    Throwable deepest = failure;
    while (deepest.getCause() != null && deepest.getCause() != deepest) {
      deepest = deepest.getCause();
    }
    return String.valueOf(deepest.getMessage());
  }

  /** Returns the URL, never the password. */
  @Override
  public String toString() {
    return "DatabaseAccess(" + url + ")";
  }
}
