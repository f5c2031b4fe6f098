package dev.baton.spring;

import dev.baton.api.cluster.BucketOptions;
import dev.baton.api.cluster.NodeRole;
import dev.baton.api.cluster.NodeSettings;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * How this application's node is set up. With Spring Boot it comes from the {@code baton.*}
 * properties; otherwise declare a bean of it where the defaults don't suit.
 *
 * @param name what the node is called in lists; the machine's name where null
 * @param dataSource the bean name of Baton's data source; found by {@link BatonDataSource}, or as
 *     the only or primary one, where null
 * @param transactionManager the bean name of its transaction manager; found by the data source
 *     where null
 * @param settings changes the settings that suit the database
 * @param networkTimeout how long Baton's own statements wait for an answer
 * @param patience how long running handlers may go on when the application stops; at most what
 *     {@link #settings} says
 * @param virtualThreads whether handlers run on virtual threads where the JVM has them
 * @param buckets with settings of their own, beside beans of {@link BucketOptions}
 */
public record BatonSetup(
    @Nullable String name,
    NodeRole role,
    @Nullable String dataSource,
    @Nullable String transactionManager,
    SchemaMode schema,
    UnaryOperator<NodeSettings> settings,
    Duration networkTimeout,
    Duration patience,
    boolean virtualThreads,
    Duties duties,
    List<BucketOptions> buckets) {

  public BatonSetup {
    buckets = List.copyOf(buckets);
  }

  /** What this node does for all. */
  public record Duties(boolean sweeper, boolean pruner, boolean schedules) {}

  /** A server with sensible settings that makes its tables itself. */
  public static BatonSetup defaults() {
    return new BatonSetup(
        null,
        NodeRole.SERVER,
        null,
        null,
        SchemaMode.AUTO,
        UnaryOperator.identity(),
        Duration.ofSeconds(10),
        Duration.ofSeconds(20),
        true,
        new Duties(true, true, true),
        List.of());
  }

  public BatonSetup dataSource(String beanName) {
    return new BatonSetup(
        name,
        role,
        beanName,
        transactionManager,
        schema,
        settings,
        networkTimeout,
        patience,
        virtualThreads,
        duties,
        buckets);
  }

  public BatonSetup schema(SchemaMode mode) {
    return new BatonSetup(
        name,
        role,
        dataSource,
        transactionManager,
        mode,
        settings,
        networkTimeout,
        patience,
        virtualThreads,
        duties,
        buckets);
  }

  public BatonSetup settings(UnaryOperator<NodeSettings> change) {
    return new BatonSetup(
        name,
        role,
        dataSource,
        transactionManager,
        schema,
        change,
        networkTimeout,
        patience,
        virtualThreads,
        duties,
        buckets);
  }
}
