package dev.baton.spring;

import dev.baton.Baton;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.TaskDefinition;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/** What the application's beans and properties say about its node. */
public interface NodeBlueprint {
  /**
   * A node as they have it, each time another one, not started. Its buckets are yet to be started.
   *
   * @param refined has the last word on how each type is run
   */
  Baton.Builder node(UnaryOperator<TaskDefinition<?, ?>> refined);

  /** Changes the usual settings to those of that node. */
  UnaryOperator<NodeSettings> settings();

  /** The buckets to be started when the application is ready; known once there is a node. */
  List<String> buckets();

  /** Where its tasks are. */
  DataSource dataSource();
}
