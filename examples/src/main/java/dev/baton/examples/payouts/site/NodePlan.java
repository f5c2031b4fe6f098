package dev.baton.examples.payouts.site;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.examples.payouts.PayoutNode;
import dev.baton.local.DatabaseAddress;

/**
 * The settings of one node.
 *
 * @param slots payouts it executes at a time
 * @param connections the maximum number of connections to the database
 */
public record NodePlan(String url, String user, String password, int slots, int connections) {
  /** Connections of the engine, of the adders, and for counting. */
  private static final int BESIDE_HANDLERS = 10;

  private static final int MOST_SLOTS = 16;

  /** PostgreSQL's default limit is 100 connections. */
  private static final int MOST_CONNECTIONS = 90;

  /** Returns the plan of one node, whose connections are a fair share for this number of nodes. */
  static NodePlan forOneOf(int nodes, DatabaseAddress address) {
    int connections = Math.min(MOST_SLOTS + BESIDE_HANDLERS, MOST_CONNECTIONS / nodes);
    return new NodePlan(
        address.url(),
        address.user(),
        address.password(),
        Math.max(2, connections - BESIDE_HANDLERS),
        connections);
  }

  /** Starts a node with this plan. The cleanup closes what it uses. */
  public PayoutNode start(Cleanup cleanup) {
    return CassandraSite.isOne(url)
        ? PayoutNode.start(cleanup.later(CassandraSite.books(url)), slots)
        : PayoutNode.start(cleanup.later(pool()), slots);
  }

  /** Opens a connection pool with this plan. */
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
