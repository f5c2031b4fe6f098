package dev.baton.spring;

import dev.baton.cluster.BucketOptions;
import dev.baton.cluster.NodeRole;
import dev.baton.cluster.NodeSettings;
import dev.baton.spring.schema.SchemaMode;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * How this application's node is set up. With Spring Boot it comes from the {@code baton.*}
 * properties; otherwise declare a bean of it where the defaults don't suit.
 *
 * @param name what the node is called in lists; the machine's name where null
 * @param database where its tables are
 * @param settings changes the settings that suit the database
 * @param patience how long running handlers may go on when the application stops; at most what
 *     {@link #settings} says
 * @param requireTransaction whether the application's adds, signals and cancellations are refused
 *     outside of any transaction
 * @param virtualThreads whether handlers run on virtual threads where the JVM has them
 * @param buckets with settings of their own, beside beans of {@link BucketOptions}
 */
public record BatonSetup(
    @Nullable String name,
    NodeRole role,
    Database database,
    UnaryOperator<NodeSettings> settings,
    Duration patience,
    boolean requireTransaction,
    boolean virtualThreads,
    Duties duties,
    List<BucketOptions> buckets) {

  public BatonSetup {
    buckets = List.copyOf(buckets);
  }

  /**
   * The database that Baton's tables are in.
   *
   * @param dataSource the bean name of Baton's data source; found by {@link BatonDataSource}, or as
   *     the only or primary one, where null
   * @param transactionManager the bean name of its transaction manager; found by the data source
   *     where null
   * @param networkTimeout how long Baton's own statements wait for an answer
   */
  public record Database(
      @Nullable String dataSource,
      @Nullable String transactionManager,
      SchemaMode schema,
      Duration networkTimeout) {}

  /** What this node does for all. */
  public record Duties(boolean sweeper, boolean pruner, boolean schedules) {}

  /** A server with sensible settings that makes its tables itself. */
  public static BatonSetup defaults() {
    return new BatonSetup(
        null,
        NodeRole.SERVER,
        new Database(null, null, SchemaMode.AUTO, Duration.ofSeconds(10)),
        UnaryOperator.identity(),
        Duration.ofSeconds(20),
        false,
        true,
        new Duties(true, true, true),
        List.of());
  }

  public BatonSetup dataSource(String beanName) {
    return with(
        new Database(
            beanName, database.transactionManager, database.schema, database.networkTimeout),
        settings);
  }

  public BatonSetup schema(SchemaMode mode) {
    return with(
        new Database(
            database.dataSource, database.transactionManager, mode, database.networkTimeout),
        settings);
  }

  public BatonSetup settings(UnaryOperator<NodeSettings> change) {
    return with(database, change);
  }

  /** Refuses the application's adds, signals and cancellations outside of any transaction. */
  public BatonSetup requiringTransaction() {
    return new BatonSetup(
        name, role, database, settings, patience, true, virtualThreads, duties, buckets);
  }

  private BatonSetup with(Database where, UnaryOperator<NodeSettings> change) {
    return new BatonSetup(
        name, role, where, change, patience, requireTransaction, virtualThreads, duties, buckets);
  }
}
