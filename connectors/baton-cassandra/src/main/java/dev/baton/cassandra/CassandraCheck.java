package dev.baton.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.Version;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import dev.baton.api.error.ConfigurationException;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks that a cluster can keep Baton's guarantees. Thread-safe. */
final class CassandraCheck implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(CassandraCheck.class);
  private static final int SAFE_PROTOCOL = 4;
  private static final Version OLDEST = Objects.requireNonNull(Version.parse("5.0.0"));
  private static final SimpleStatement SYNC =
      SimpleStatement.newInstance(
          "SELECT value FROM system_views.settings WHERE name = 'commitlog_sync'");

  private final CqlSession session;
  private final String keyspace;
  private final CassandraSettings settings;
  private final int shards;

  CassandraCheck(CqlSession session, String keyspace, CassandraSettings settings, int shards) {
    this.session = session;
    this.keyspace = keyspace;
    this.settings = settings;
    this.shards = shards;
  }

  @Override
  public void run() {
    int there = CassandraSchema.shards(session, keyspace);
    if (there != shards) {
      throw new ConfigurationException(
          "Keyspace " + keyspace + " has " + there + " shards; this node started with " + shards);
    }
    if (session.getContext().getProtocolVersion().getCode() > SAFE_PROTOCOL) {
      LOG.warn(
          "Cassandra's driver uses protocol {}: it closes a connection when a conditional write on"
              + " it times out. Set advanced.protocol.version of the session to V4",
          session.getContext().getProtocolVersion());
    }
    session.getMetadata().getNodes().values().stream()
        .filter(node -> node.getState() == NodeState.UP)
        .forEach(this::check);
  }

  private void check(Node node) {
    Version version = node.getCassandraVersion();
    if (version != null && version.nextStable().compareTo(OLDEST) < 0) {
      throw new ConfigurationException(
          "Cassandra at " + node.getEndPoint() + " has version " + version + "; Baton needs 5.0");
    }
    Row row = session.execute(SYNC.setNode(node)).one();
    String sync = row == null ? null : row.getString("value");
    if (!settings.allowsPeriodicCommitLog() && "periodic".equals(sync)) {
      throw new ConfigurationException(
          "Cassandra at "
              + node.getEndPoint()
              + " acknowledges writes before they are on disk: commitlog_sync is periodic. Set it"
              + " to batch or group in cassandra.yaml, or accept that a loss of power loses tasks"
              + " with allowPeriodicCommitLog() of the CassandraStore");
    }
  }
}
