package dev.baton.jdbc.notify;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import org.postgresql.Driver;
import org.postgresql.PGProperty;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Opens connections that use {@link PromptSockets} but otherwise equal those of the given source.
 * This isn't possible if the source has its own socket factory. It also isn't if the driver can't
 * load this class, for example because a container has loaded the driver.
 */
final class PromptConnections {
  private static final String SOCKETS = PromptSockets.class.getName();
  private static final boolean SEEN = isSeenByDriver();

  private PromptConnections() {}

  /**
   * Opens a connection with the driver; empty if the result would not match the requested
   * properties.
   */
  static Optional<Connection> open(String url, Properties asked) throws SQLException {
    Properties known = Driver.parseURL(url, asked);
    if (!SEEN || known == null || PGProperty.SOCKET_FACTORY.isPresent(known)) {
      return Optional.empty();
    }
    Properties prompt = new Properties();
    prompt.putAll(asked);
    PGProperty.SOCKET_FACTORY.set(prompt, SOCKETS);
    return Optional.ofNullable(new Driver().connect(url, prompt));
  }

  /**
   * Returns a copy of this source that uses {@link PromptSockets}; the source itself if a copy
   * would behave differently.
   */
  static PGSimpleDataSource like(PGSimpleDataSource given) {
    if (!SEEN
        || given.getSocketFactory() != null
        || !given.getClass().equals(PGSimpleDataSource.class)) {
      return given;
    }
    try {
      PGSimpleDataSource prompt = new PGSimpleDataSource();
      prompt.initializeFrom(given);
      prompt.setSocketFactory(SOCKETS);
      return prompt;
    } catch (IOException | ClassNotFoundException cantBeCopied) {
      return given;
    }
  }

  private static boolean isSeenByDriver() {
    try {
      Class<?> seen = Class.forName(SOCKETS, false, Driver.class.getClassLoader());
      return seen.equals(PromptSockets.class);
    } catch (ClassNotFoundException | LinkageError unseen) {
      return false;
    }
  }
}
