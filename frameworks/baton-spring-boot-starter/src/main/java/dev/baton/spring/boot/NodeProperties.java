package dev.baton.spring.boot;

import dev.baton.cluster.NodeSettings;
import java.time.Duration;
import java.util.Locale;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The {@code baton.*} properties for the operation of this node. Invalid values are refused when
 * the application starts.
 *
 * @param lease time after which other nodes resume a running task whose node doesn't renew its
 *     lease; 30s by default
 * @param poll interval at which a node searches for ready tasks without a hint; by default 1s on
 *     PostgreSQL or with a channel, 75ms elsewhere
 * @param sweep interval at which the cluster's sweeper searches for tasks that are due or whose
 *     lease has expired; 500ms by default
 * @param hintExpiry time after which the cluster's sweeper repeats the hint of a ready task that no
 *     node has claimed; 1m by default
 * @param maxRunning maximum number of attempts of all types together that run on this node at the
 *     same time; 200 by default
 * @param payloadHeapPercent percentage of the heap that payloads of claimed tasks may use together;
 *     10 by default
 * @param completionBatch maximum number of outcomes that one statement writes; 500 by default
 * @param shutdown time for running handlers to finish when the application stops; by default two
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

  /** Applies the given settings to the defaults. */
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

  /** Converts the property's name to its form in files. */
  private static String kebab(String message) {
    int end = message.indexOf(' ');
    String name = message.substring(0, Math.max(0, end));
    return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT)
        + message.substring(Math.max(0, end));
  }
}
