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
 * The set-up of this application's node. With Spring Boot it comes from the {@code baton.*}
 * properties. Otherwise declare a bean of this type if the defaults don't suit.
 *
 * @param name the node's name in lists; null for the machine's name
 * @param database the database of its tables
 * @param settings changes the default settings for the database
 * @param patience time for running handlers to finish when the application stops; at most the value
 *     in {@link #settings}
 * @param requireTransaction whether the application's adds, signals and cancellations are refused
 *     outside of a transaction
 * @param buckets buckets with their own settings, in addition to beans of {@link BucketOptions}
 */
public record BatonSetup(
    @Nullable String name,
    NodeRole role,
    Database database,
    UnaryOperator<NodeSettings> settings,
    Duration patience,
    boolean requireTransaction,
    List<BucketOptions> buckets) {

  public BatonSetup {
    buckets = List.copyOf(buckets);
  }

  /**
   * The database of Baton's tables.
   *
   * @param dataSource the bean name of Baton's data source; if null, it is the one with {@link
   *     BatonDataSource}, or the only or primary one
   * @param transactionManager the bean name of its transaction manager; if null, it is found by the
   *     data source
   * @param networkTimeout time that Baton's own statements wait for a response
   */
  public record Database(
      @Nullable String dataSource,
      @Nullable String transactionManager,
      SchemaMode schema,
      Duration networkTimeout) {}

  /** Returns the defaults: a server that creates its tables itself. */
  public static BatonSetup defaults() {
    return new BatonSetup(
        null,
        NodeRole.SERVER,
        new Database(null, null, SchemaMode.AUTO, Duration.ofSeconds(10)),
        UnaryOperator.identity(),
        Duration.ofSeconds(20),
        false,
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

  /** Refuses the application's adds, signals and cancellations outside of a transaction. */
  public BatonSetup requiringTransaction() {
    return new BatonSetup(name, role, database, settings, patience, true, buckets);
  }

  private BatonSetup with(Database where, UnaryOperator<NodeSettings> change) {
    return new BatonSetup(name, role, where, change, patience, requireTransaction, buckets);
  }
}
