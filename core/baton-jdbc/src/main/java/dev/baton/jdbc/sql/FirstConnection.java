package dev.baton.jdbc.sql;

import dev.baton.api.error.ConfigurationException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/** Opens the first connection to a database, and recognizes a missing or wrong driver. */
public final class FirstConnection {
  /** Parts of the messages of the JDK, DBCP and Tomcat; of HikariCP; and of Agroal. */
  private static final List<String> NO_DRIVER =
      List.of(
          "No suitable driver",
          "claims to not accept jdbcUrl",
          "Driver does not support the provided URL");

  /** The beginning of a URL. The rest may contain a password. */
  private static final Pattern SCHEME = Pattern.compile("jdbc:[A-Za-z0-9]*");

  private FirstConnection() {}

  /**
   * Returns a new connection.
   *
   * @throws ConfigurationException if no driver accepts the URL
   */
  public static Connection open(DataSource dataSource) throws SQLException {
    try {
      return dataSource.getConnection();
    } catch (SQLException | RuntimeException e) {
      StringBuilder messages = new StringBuilder();
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        messages.append(cause.getMessage()).append('\n');
      }
      if (NO_DRIVER.stream().anyMatch(words -> messages.indexOf(words) >= 0)) {
        throw missingDriver(messages);
      }
      throw e;
    }
  }

  /** The exception has no cause, because the message of a driver may contain the whole URL. */
  private static ConfigurationException missingDriver(CharSequence messages) {
    Matcher scheme = SCHEME.matcher(messages);
    return new ConfigurationException(
        "No JDBC driver accepts the URL of Baton's database"
            + (scheme.find() ? ", which begins with " + scheme.group() : "")
            + ". Correct the URL, remove a driver class that doesn't fit it, or add the driver:"
            + " org.postgresql:postgresql, org.mariadb.jdbc:mariadb-java-client,"
            + " com.mysql:mysql-connector-j or com.h2database:h2");
  }
}
