package dev.baton.examples.payouts.site;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.examples.payouts.PayoutNode;
import dev.baton.local.DatabaseAddress;

/**
 * What a node needs to know.
 *
 * @param slots payouts it executes at a time
 * @param connections to the database, at most
 */
public record NodePlan(String url, String user, String password, int slots, int connections) {
  /** The engine's own, the adders', and the one that counts. */
  private static final int BESIDE_HANDLERS = 10;

  private static final int MOST_SLOTS = 16;

  /** PostgreSQL takes 100 unless it is told otherwise. */
  private static final int MOST_CONNECTIONS = 90;

  /** A fair share of the database for one of so many nodes. */
  static NodePlan forOneOf(int nodes, DatabaseAddress address) {
    int connections = Math.min(MOST_SLOTS + BESIDE_HANDLERS, MOST_CONNECTIONS / nodes);
    return new NodePlan(
        address.url(),
        address.user(),
        address.password(),
        Math.max(2, connections - BESIDE_HANDLERS),
        connections);
  }

  /** A node as planned; what it stands on is closed later. */
  public PayoutNode start(Cleanup cleanup) {
    return CassandraSite.isOne(url)
        ? PayoutNode.start(cleanup.later(CassandraSite.books(url)), slots)
        : PayoutNode.start(cleanup.later(pool()), slots);
  }

  /** A pool of connections as planned. */
  HikariDataSource pool() {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    if (!user.isEmpty()) {
      config.setUsername(user);
      config.setPassword(password);
    }
    config.setMaximumPoolSize(connections);
    config.setPoolName("payouts");
    return new HikariDataSource(config);
  }
}
