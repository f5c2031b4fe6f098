package dev.baton.spring.boot;

import dev.baton.api.cluster.BucketOptions;
import dev.baton.api.cluster.NodeRole;
import dev.baton.api.cluster.NodeSettings;
import dev.baton.spring.schema.SchemaMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The {@code baton.*} properties. What can't work is refused where the application starts.
 *
 * @param enabled whether this application has a node at all
 * @param name what the node is called in lists; the machine's name by default
 * @param role server, or client: adds tasks and never runs one
 * @param dataSource bean name of the data source that Baton's tables are in, where there are
 *     several
 * @param transactionManager bean name of its transaction manager, where it isn't clear
 * @param schema who makes Baton's tables: auto (Flyway, else Liquibase, else Baton), apply (Baton),
 *     or validate (you, before)
 * @param networkTimeout how long Baton's own statements wait for the database's answer
 * @param lease how long a held task is safe from others without renewal, and how long a crashed
 *     node's tasks wait; 30s by default
 * @param poll how often ready tasks that no hint announced are looked for; by default 1s on
 *     PostgreSQL, 75ms elsewhere
 * @param sweep how often the leading node looks for tasks whose time is up; 500ms by default
 * @param hintExpiry when a ready task that no node claimed is hinted again; 1m by default
 * @param maxRunning attempts at a time on this node, all types together; 200 by default
 * @param completionBatch outcomes written with one statement at the most; 500 by default
 * @param shutdown how long running handlers may go on when the application stops; by default two
 *     thirds of spring.lifecycle.timeout-per-shutdown-phase
 * @param keepDone how long DONE tasks are kept, 0 for not at all; 7d by default
 * @param keepFailed how long FAILED and CANCELLED tasks are kept; 30d by default
 * @param unknownTypeGrace how long a task waits for a node that knows its type before it stops in
 *     ERROR; 1h by default
 * @param sweeper whether this node may make due work ready and resume lost tasks, for all
 * @param pruner whether this node may remove finished tasks, for all
 * @param schedules whether this node may add the tasks of schedules, for all
 * @param buckets settings of buckets, by name
 */
@ConfigurationProperties("baton")
public record BatonProperties(
    @DefaultValue("true") boolean enabled,
    @Nullable String name,
    @DefaultValue("server") NodeRole role,
    @Nullable String dataSource,
    @Nullable String transactionManager,
    @DefaultValue("auto") SchemaMode schema,
    @DefaultValue("10s") Duration networkTimeout,
    @Nullable Duration lease,
    @Nullable Duration poll,
    @Nullable Duration sweep,
    @Nullable Duration hintExpiry,
    @Nullable Integer maxRunning,
    @Nullable Integer completionBatch,
    @Nullable Duration shutdown,
    @Nullable Duration keepDone,
    @Nullable Duration keepFailed,
    @Nullable Duration unknownTypeGrace,
    @DefaultValue("true") boolean sweeper,
    @DefaultValue("true") boolean pruner,
    @DefaultValue("true") boolean schedules,
    @DefaultValue Map<String, Bucket> buckets) {

  /**
   * Settings of a bucket.
   *
   * @param lookAheadPerFlow candidates kept in memory for one flow
   * @param lookAheadTotal candidates kept in memory in all
   * @param claimBatch tasks claimed with one statement at the most
   * @param autoStart whether it runs as soon as the application is ready
   */
  public record Bucket(
      @DefaultValue("2400") int lookAheadPerFlow,
      @DefaultValue("100000") int lookAheadTotal,
      @DefaultValue("500") int claimBatch,
      @DefaultValue("true") boolean autoStart) {}

  public BatonProperties {
    if (networkTimeout.isNegative() || networkTimeout.isZero()) {
      throw new IllegalArgumentException(
          "baton.network-timeout must be positive, not " + networkTimeout);
    }
    buckets = Map.copyOf(buckets);
    try {
      changed(
          NodeSettings.defaults(),
          lease,
          poll,
          sweep,
          hintExpiry,
          maxRunning,
          completionBatch,
          shutdown,
          keepDone,
          keepFailed,
          unknownTypeGrace);
    } catch (IllegalArgumentException refused) {
      throw new IllegalArgumentException("baton." + kebab(String.valueOf(refused.getMessage())));
    }
    buckets.forEach(BatonProperties::options);
  }

  /** Those settings that are given, on top of these. */
  NodeSettings on(NodeSettings usual) {
    return changed(
        usual,
        lease,
        poll,
        sweep,
        hintExpiry,
        maxRunning,
        completionBatch,
        shutdown,
        keepDone,
        keepFailed,
        unknownTypeGrace);
  }

  List<BucketOptions> bucketOptions() {
    List<BucketOptions> all = new ArrayList<>();
    buckets.forEach((name, bucket) -> all.add(options(name, bucket)));
    return all;
  }

  private static BucketOptions options(String name, Bucket bucket) {
    try {
      return new BucketOptions(
          name,
          bucket.lookAheadPerFlow(),
          bucket.lookAheadTotal(),
          bucket.claimBatch(),
          bucket.autoStart());
    } catch (IllegalArgumentException refused) {
      throw new IllegalArgumentException(
          "baton.buckets." + name + ": " + refused.getMessage(), refused);
    }
  }

  private static NodeSettings changed(
      NodeSettings usual,
      @Nullable Duration lease,
      @Nullable Duration poll,
      @Nullable Duration sweep,
      @Nullable Duration hintExpiry,
      @Nullable Integer maxRunning,
      @Nullable Integer completionBatch,
      @Nullable Duration shutdown,
      @Nullable Duration keepDone,
      @Nullable Duration keepFailed,
      @Nullable Duration unknownTypeGrace) {
    return new NodeSettings(
        lease == null ? usual.lease() : lease,
        poll == null ? usual.poll() : poll,
        sweep == null ? usual.sweep() : sweep,
        hintExpiry == null ? usual.hintExpiry() : hintExpiry,
        maxRunning == null ? usual.maxRunning() : maxRunning,
        completionBatch == null ? usual.completionBatch() : completionBatch,
        shutdown == null ? usual.shutdown() : shutdown,
        keepDone == null ? usual.keepDone() : keepDone,
        keepFailed == null ? usual.keepFailed() : keepFailed,
        unknownTypeGrace == null ? usual.unknownTypeGrace() : unknownTypeGrace);
  }

  /** The property's name as it is written in files. */
  private static String kebab(String message) {
    int end = message.indexOf(' ');
    String name = message.substring(0, Math.max(0, end));
    return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT)
        + message.substring(Math.max(0, end));
  }
}
