package dev.baton.spring.boot;

import dev.baton.cluster.BucketOptions;
import dev.baton.cluster.NodeRole;
import dev.baton.spring.schema.SchemaMode;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The {@code baton.*} properties for the database and the node, in addition to those of {@link
 * NodeProperties} and {@link DutyProperties}. Invalid values are refused when the application
 * starts.
 *
 * @param enabled whether this application has a node
 * @param name the node's name in lists; by default the machine's name
 * @param role server runs tasks; client only adds tasks and awaits results
 * @param dataSource bean name of the data source with Baton's tables, if several data sources exist
 * @param transactionManager bean name of the data source's transaction manager, if several exist
 * @param schema what creates Baton's tables: auto (Flyway; without it Liquibase; without both
 *     Baton), apply (Baton), or validate (you, before the start)
 * @param networkTimeout time that Baton's own statements wait for the database's response
 * @param requireTransaction whether add, submit, signal and cancel throw an exception outside of a
 *     transaction, before Baton writes anything
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
    @DefaultValue("false") boolean requireTransaction,
    @DefaultValue Map<String, Bucket> buckets) {

  /**
   * Settings of a bucket.
   *
   * @param lookAheadPerFlow maximum number of candidates in memory for one flow
   * @param lookAheadTotal maximum number of candidates in memory for all flows
   * @param claimBatch maximum number of tasks that one statement claims
   * @param autoStart whether the bucket starts as soon as the application is ready
   */
  public record Bucket(
      @DefaultValue("2400") int lookAheadPerFlow,
      @DefaultValue("100000") int lookAheadTotal,
      @DefaultValue("500") int claimBatch,
      @DefaultValue("true") boolean autoStart) {}

  public BatonProperties {
    if (networkTimeout.isNegative() || networkTimeout.isZero()) {
      throw new IllegalArgumentException(
          "baton.network-timeout must be positive, not " + Texts.duration(networkTimeout));
    }
    buckets = Map.copyOf(buckets);
    buckets.forEach(BatonProperties::options);
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
}
