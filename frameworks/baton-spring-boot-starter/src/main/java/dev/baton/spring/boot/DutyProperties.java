package dev.baton.spring.boot;

import dev.baton.cluster.NodeSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The {@code baton.*} properties for a node's duties for the whole cluster, and for how long tasks
 * are kept.
 *
 * @param sweeper whether this node may be the cluster's sweeper, which makes due tasks ready and
 *     resumes lost tasks
 * @param pruner whether this node may be the cluster's pruner, which deletes finished tasks
 * @param schedules whether this node may be the cluster's scheduler, which adds the tasks of
 *     schedules
 * @param keepDone time for which Baton keeps DONE tasks; 0 deletes them immediately; 7d by default
 * @param keepFailed time for which Baton keeps FAILED and CANCELLED tasks; 30d by default
 * @param unknownTypeGrace time that a task waits for a node that knows its type; after this time,
 *     it stops in ERROR; 1h by default
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

  /** Applies the given settings to the defaults. */
  NodeSettings on(NodeSettings usual) {
    NodeSettings changed = on(usual, keepDone, keepFailed, unknownTypeGrace);
    changed = sweeper ? changed : changed.withoutSweeper();
    changed = pruner ? changed : changed.withoutPruner();
    return schedules ? changed : changed.withoutSchedules();
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
