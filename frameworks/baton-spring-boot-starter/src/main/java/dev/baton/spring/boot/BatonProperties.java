package dev.baton.spring.boot;

import dev.baton.cluster.BucketOptions;
import dev.baton.cluster.NodeRole;
import dev.baton.spring.schema.SchemaMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The {@code baton.*} properties that say where Baton's tables are and what the node is, beside
 * those of {@link NodeProperties} and {@link DutyProperties}. What can't work is refused where the
 * application starts.
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
 * @param requireTransaction refuses add, submit, signal and cancel outside of any transaction,
 *     before anything is written
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
