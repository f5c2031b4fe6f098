package dev.baton.spring;

import dev.baton.Baton;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.TaskDefinition;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/** Builds nodes from the application's beans and properties. */
public interface NodeBlueprint {
  /**
   * Returns a new node with this configuration, not started. Its buckets are started later.
   *
   * @param refined changes each definition last
   */
  Baton.Builder node(UnaryOperator<TaskDefinition<?, ?>> refined);

  /** Changes the default settings to those of the node. */
  UnaryOperator<NodeSettings> settings();

  /** Returns the buckets to start when the application is ready; known once a node is built. */
  List<String> buckets();

  /** Returns the data source with the node's tasks. */
  DataSource dataSource();
}
