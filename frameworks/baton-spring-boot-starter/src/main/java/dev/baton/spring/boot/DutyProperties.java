package dev.baton.spring.boot;

import dev.baton.cluster.NodeSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The {@code baton.*} properties of what a node does for all, and how long tasks are kept for it.
 *
 * @param sweeper whether this node may make due work ready and resume lost tasks, for all
 * @param pruner whether this node may remove finished tasks, for all
 * @param schedules whether this node may add the tasks of schedules, for all
 * @param keepDone how long DONE tasks are kept, 0 for not at all; 7d by default
 * @param keepFailed how long FAILED and CANCELLED tasks are kept; 30d by default
 * @param unknownTypeGrace how long a task waits for a node that knows its type before it stops in
 *     ERROR; 1h by default
 */
@ConfigurationProperties("baton")
public record DutyProperties(
    @DefaultValue("true") boolean sweeper,
    @DefaultValue("true") boolean pruner,
    @DefaultValue("true") boolean schedules,
    @Nullable Duration keepDone,
    @Nullable Duration keepFailed,
    @Nullable Duration unknownTypeGrace) {

  public DutyProperties {
    on(NodeSettings.defaults(), keepDone, keepFailed, unknownTypeGrace);
  }

  /** Those settings that are given, on top of these. */
  NodeSettings on(NodeSettings usual) {
    return on(usual, keepDone, keepFailed, unknownTypeGrace);
  }

  private static NodeSettings on(
      NodeSettings usual,
      @Nullable Duration keepDone,
      @Nullable Duration keepFailed,
      @Nullable Duration unknownTypeGrace) {
    NodeSettings changed = NodeProperties.with(usual, keepDone, NodeSettings::keepDone);
    changed = NodeProperties.with(changed, keepFailed, NodeSettings::keepFailed);
    return NodeProperties.with(changed, unknownTypeGrace, NodeSettings::unknownTypeGrace);
  }
}
