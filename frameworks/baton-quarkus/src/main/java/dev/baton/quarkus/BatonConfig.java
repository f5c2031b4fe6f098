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

/** The {@code baton.*} configuration. What can't work is refused where the application starts. */
@ConfigMapping(prefix = "baton")
@ConfigRoot(phase = ConfigPhase.RUN_TIME)
public interface BatonConfig {

  /** Whether this application has a node that runs, and beans that add tasks. */
  @WithDefault("true")
  boolean enabled();

  /** What the node is called in lists; the machine's name by default. */
  Optional<String> name();

  /** Server, or client: adds tasks and never runs one. */
  @WithDefault("server")
  NodeRole role();

  /** Name of the data source that Baton's tables are in; the default data source by default. */
  Optional<String> dataSource();

  /** Who makes Baton's tables: apply (Baton), or validate (somebody else, before). */
  @WithDefault("apply")
  SchemaMode schema();

  /** How long Baton's own statements wait for the database's answer. */
  @WithDefault("10s")
  Duration networkTimeout();

  /**
   * Whether the application's adds, submissions, signals and cancellations are refused outside of
   * any transaction, before anything is written.
   */
  @WithDefault("false")
  boolean requireTransaction();

  /**
   * How long a held task is safe from others without renewal, and how long a crashed node's tasks
   * wait; 30s by default.
   */
  Optional<Duration> lease();

  /**
   * How often ready tasks that no hint announced are looked for; by default 1s on PostgreSQL or
   * with a channel, 75ms elsewhere.
   */
  Optional<Duration> poll();

  /** How often the leading node looks for tasks whose time is up; 500ms by default. */
  Optional<Duration> sweep();

  /** When a ready task that nobody claimed is hinted again; 1m by default. */
  Optional<Duration> hintExpiry();

  /** Attempts at a time on this node, all types together; 200 by default. */
  OptionalInt maxRunning();

  /** Percentage of the heap that payloads of claimed tasks may take together; 10 by default. */
  OptionalInt payloadHeapPercent();

  /** Outcomes written with one statement at the most; 500 by default. */
  OptionalInt completionBatch();

  /**
   * How long running handlers may go on when the application stops; 20s by default, in dev and test
   * mode 2s.
   */
  Optional<Duration> shutdown();

  /** How long DONE tasks are kept, 0 for not at all; 7d by default. */
  Optional<Duration> keepDone();

  /** How long FAILED and CANCELLED tasks are kept; 30d by default. */
  Optional<Duration> keepFailed();

  /**
   * How long a task waits for a node that knows its type before it stops in ERROR; 1h by default.
   */
  Optional<Duration> unknownTypeGrace();

  /** Whether this node may make due work ready and resume lost tasks, for all. */
  @WithDefault("true")
  boolean sweeper();

  /** Whether this node may remove finished tasks, for all. */
  @WithDefault("true")
  boolean pruner();

  /** Whether this node may add the tasks of schedules, for all. */
  @WithDefault("true")
  boolean schedules();

  /** Whether handlers run on virtual threads where the JVM has them. */
  @WithDefault("true")
  boolean virtualThreads();

  /** Settings of buckets, by name. */
  Map<String, Bucket> buckets();

  /** Settings of a bucket. */
  interface Bucket {

    /** Candidates kept in memory for one flow. */
    @WithDefault("2400")
    int lookAheadPerFlow();

    /** Candidates kept in memory in all. */
    @WithDefault("100000")
    int lookAheadTotal();

    /** Tasks claimed with one statement at the most. */
    @WithDefault("500")
    int claimBatch();

    /** Whether it runs as soon as the application is ready. */
    @WithDefault("true")
    boolean autoStart();

    /** As the node takes it. */
    default BucketOptions named(String name) {
      return new BucketOptions(
          name, lookAheadPerFlow(), lookAheadTotal(), claimBatch(), autoStart());
    }
  }

  /** Who makes Baton's tables. */
  enum SchemaMode {
    /** Baton itself. */
    APPLY,
    /** Somebody else, before: the application doesn't start unless they are as they should be. */
    VALIDATE
  }
}
