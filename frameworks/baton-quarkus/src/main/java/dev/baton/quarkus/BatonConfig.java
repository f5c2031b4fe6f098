package dev.baton.quarkus;

import dev.baton.cluster.BucketOptions;
import dev.baton.cluster.NodeRole;
import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The {@code baton.*} configuration. Invalid values are refused when the application starts. */
@ConfigMapping(prefix = "baton")
@ConfigRoot(phase = ConfigPhase.RUN_TIME)
public interface BatonConfig {

  /** Gives this application a node, and beans that add tasks. */
  @WithDefault("true")
  boolean enabled();

  /** Name of the node in lists; by default the name of the machine. */
  Optional<String> name();

  /** Role of the node: server, or client, which adds tasks but never runs them. */
  @WithDefault("server")
  NodeRole role();

  /** Name of the data source with Baton's tables; by default the default data source. */
  Optional<String> dataSource();

  /** Selects how Baton's tables are created: apply (Baton), or validate (you, before the start). */
  @WithDefault("apply")
  SchemaMode schema();

  /** Time that Baton's own statements wait for the database's response. */
  @WithDefault("10s")
  Duration networkTimeout();

  /**
   * Refuses the application's adds, submissions, signals and cancellations outside of a
   * transaction, before anything is written.
   */
  @WithDefault("false")
  boolean requireTransaction();

  /**
   * Time after which other nodes resume a running task whose node doesn't renew its lease; 30s by
   * default.
   */
  Optional<Duration> lease();

  /**
   * Interval of the search for ready tasks that no hint announced; by default 1s on PostgreSQL or
   * with a channel, 75ms elsewhere.
   */
  Optional<Duration> poll();

  /** Interval at which the leading node looks for tasks whose time has come; 500ms by default. */
  Optional<Duration> sweep();

  /** Time after which a ready task that no node claimed is announced again; 1m by default. */
  Optional<Duration> hintExpiry();

  /** Maximum number of simultaneous attempts on this node, all types together; 200 by default. */
  OptionalInt maxRunning();

  /** Percentage of the heap that payloads of claimed tasks may use together; 10 by default. */
  OptionalInt payloadHeapPercent();

  /** Maximum number of outcomes that one statement writes; 500 by default. */
  OptionalInt completionBatch();

  /**
   * Time for running handlers to finish when the application stops; 20s by default, 2s in dev and
   * test mode.
   */
  Optional<Duration> shutdown();

  /** Time for which DONE tasks are kept, 0 to delete them at once; 7d by default. */
  Optional<Duration> keepDone();

  /** Time for which FAILED and CANCELLED tasks are kept; 30d by default. */
  Optional<Duration> keepFailed();

  /**
   * Time that a task waits for a node that knows its type before it stops in ERROR; 1h by default.
   */
  Optional<Duration> unknownTypeGrace();

  /** Allows this node to make due tasks ready and resume lost tasks, for the whole cluster. */
  @WithDefault("true")
  boolean sweeper();

  /** Allows this node to delete finished tasks, for the whole cluster. */
  @WithDefault("true")
  boolean pruner();

  /** Allows this node to add the tasks of schedules, for the whole cluster. */
  @WithDefault("true")
  boolean schedules();

  /** Runs handlers on virtual threads if the JVM has them. */
  @WithDefault("true")
  boolean virtualThreads();

  /** Settings of buckets, by name. */
  Map<String, Bucket> buckets();

  /** Settings of a bucket. */
  interface Bucket {

    /** Maximum number of candidates in memory for one flow. */
    @WithDefault("2400")
    int lookAheadPerFlow();

    /** Maximum number of candidates in memory for all flows. */
    @WithDefault("100000")
    int lookAheadTotal();

    /** Maximum number of tasks that one statement claims. */
    @WithDefault("500")
    int claimBatch();

    /** Starts the bucket as soon as the application is ready. */
    @WithDefault("true")
    boolean autoStart();

    /** Returns the settings as the node's options. */
    default BucketOptions named(String name) {
      return new BucketOptions(
          name, lookAheadPerFlow(), lookAheadTotal(), claimBatch(), autoStart());
    }
  }

  /** Selects how Baton's tables are created. */
  enum SchemaMode {
    /** Baton itself. */
    APPLY,
    /**
     * You, before the start: the application doesn't start if the tables aren't as they should be.
     */
    VALIDATE
  }
}
