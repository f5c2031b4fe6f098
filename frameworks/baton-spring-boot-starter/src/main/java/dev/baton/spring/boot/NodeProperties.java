package dev.baton.spring.boot;

import dev.baton.cluster.NodeSettings;
import java.time.Duration;
import java.util.Locale;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The {@code baton.*} properties that say how this node works. What can't work is refused where the
 * application starts.
 *
 * @param lease how long a held task is safe from others without renewal, and how long a crashed
 *     node's tasks wait; 30s by default
 * @param poll how often ready tasks that no hint announced are looked for; by default 1s on
 *     PostgreSQL or with a channel, 75ms elsewhere
 * @param sweep how often the leading node looks for tasks whose time is up; 500ms by default
 * @param hintExpiry when a ready task that no node claimed is hinted again; 1m by default
 * @param maxRunning attempts at a time on this node, all types together; 200 by default
 * @param payloadHeapPercent percentage of the heap that payloads of claimed tasks may take
 *     together; 10 by default
 * @param completionBatch outcomes written with one statement at the most; 500 by default
 * @param shutdown how long running handlers may go on when the application stops; by default two
 *     thirds of spring.lifecycle.timeout-per-shutdown-phase
 */
@ConfigurationProperties("baton")
public record NodeProperties(
    @Nullable Duration lease,
    @Nullable Duration poll,
    @Nullable Duration sweep,
    @Nullable Duration hintExpiry,
    @Nullable Integer maxRunning,
    @Nullable Integer payloadHeapPercent,
    @Nullable Integer completionBatch,
    @Nullable Duration shutdown) {

  public NodeProperties(
      @Nullable Duration lease,
      @Nullable Duration poll,
      @Nullable Duration sweep,
      @Nullable Duration hintExpiry,
      @Nullable Integer maxRunning,
      @Nullable Integer payloadHeapPercent,
      @Nullable Integer completionBatch,
      @Nullable Duration shutdown) {
    this.lease = lease;
    this.poll = poll;
    this.sweep = sweep;
    this.hintExpiry = hintExpiry;
    this.maxRunning = maxRunning;
    this.payloadHeapPercent = payloadHeapPercent;
    this.completionBatch = completionBatch;
    this.shutdown = shutdown;
    on(NodeSettings.defaults());
  }

  /** Those settings that are given, on top of these. */
  NodeSettings on(NodeSettings usual) {
    NodeSettings changed = usual;
    changed = with(changed, lease, NodeSettings::lease);
    changed = with(changed, poll, NodeSettings::poll);
    changed = with(changed, sweep, NodeSettings::sweep);
    changed = with(changed, hintExpiry, NodeSettings::hintExpiry);
    changed = with(changed, maxRunning, NodeSettings::maxRunning);
    changed = with(changed, payloadHeapPercent, NodeSettings::payloadHeapPercent);
    changed = with(changed, completionBatch, NodeSettings::completionBatch);
    changed = with(changed, shutdown, NodeSettings::shutdown);
    return changed;
  }

  static <T> NodeSettings with(
      NodeSettings usual, @Nullable T value, BiFunction<NodeSettings, T, NodeSettings> setting) {
    try {
      return value == null ? usual : setting.apply(usual, value);
    } catch (IllegalArgumentException refused) {
      throw new IllegalArgumentException("baton." + kebab(String.valueOf(refused.getMessage())));
    }
  }

  /** The property's name as it is written in files. */
  private static String kebab(String message) {
    int end = message.indexOf(' ');
    String name = message.substring(0, Math.max(0, end));
    return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT)
        + message.substring(Math.max(0, end));
  }
}
