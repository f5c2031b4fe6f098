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
 * Opens connections of {@link PromptSockets}, otherwise as a given source would, unless that asks
 * for sockets of its own or the driver can't see ours, as where it belongs to a container.
 */
final class PromptConnections {
  private static final String SOCKETS = PromptSockets.class.getName();
  private static final boolean SEEN = isSeenByDriver();

  private PromptConnections() {}

  /** One from the driver itself; empty where that wouldn't be the same as asked for. */
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

  /** A copy of this source; itself where a copy wouldn't do the same. */
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
