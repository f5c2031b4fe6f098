package dev.baton.spring.test;

import dev.baton.Baton;
import dev.baton.spring.NodeBlueprint;
import dev.baton.spring.NodeStart;
import dev.baton.test.TestBaton;
import dev.baton.test.TestDatabase;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Starts the application's node as the test's cluster, and a new one for each test. */
final class TestNodes implements NodeStart {
  private final TestDatabases databases;
  private @Nullable Cluster cluster;

  TestNodes(TestDatabases databases) {
    this.databases = databases;
  }

  @Override
  public synchronized RunningNode start(NodeBlueprint blueprint) {
    Cluster started = new Cluster(blueprint, databases.of(blueprint.dataSource()));
    cluster = started;
    return started;
  }

  /** Returns a new, empty cluster. */
  synchronized TestBaton begin() {
    return there().restart();
  }

  /** Returns the cluster of the current or latest test. */
  synchronized TestBaton current() {
    return there().current();
  }

  private Cluster there() {
    if (cluster == null) {
      throw new IllegalStateException(
          "@BatonTest needs Baton in the application: check that a data source exists and that"
              + " baton.enabled isn't false");
    }
    return cluster;
  }

  private static final class Cluster implements RunningNode {
    private final NodeBlueprint blueprint;
    private final TestDatabase database;
    private TestBaton current;
    private boolean claims;

    Cluster(NodeBlueprint blueprint, TestDatabase database) {
      this.blueprint = blueprint;
      this.database = database;
      this.current = start();
    }

    private TestBaton start() {
      return TestBaton.on(database, blueprint::node)
          .settings(blueprint.settings())
          .emptied()
          .start();
    }

    synchronized TestBaton restart() {
      current.close();
      current = start();
      startBuckets();
      return current;
    }

    synchronized TestBaton current() {
      return current;
    }

    private void startBuckets() {
      List<String> buckets = claims ? blueprint.buckets() : List.of();
      current.startBuckets(buckets);
    }

    @Override
    public synchronized Baton baton() {
      return current.baton();
    }

    @Override
    public synchronized void claim() {
      claims = true;
      startBuckets();
    }

    @Override
    public synchronized boolean stop(Duration patience) {
      current.close();
      return true;
    }
  }
}
