package dev.baton.engine.dispatch;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.baton.engine.base.Loop;
import dev.baton.spi.TriggerChannel;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The buckets of this node, each with its dispatcher. Hints from the channel and from tasks added
 * on this node reach the dispatchers through this class. Thread-safe.
 */
public final class Buckets implements TriggerChannel.Receiver {
  private final Map<String, Dispatcher> byName = new TreeMap<>();
  private final RunningBuckets running;
  private final boolean runs;

  /**
   * @param runs true if this node runs tasks; otherwise the buckets are only the valid names for
   *     added tasks
   */
  public Buckets(Map<String, Dispatcher> dispatchers, RunningBuckets running, boolean runs) {
    this.running = running;
    byName.putAll(dispatchers);
    this.runs = runs;
  }

  /** Lets the bucket claim tasks from now on. Does nothing if it already claims tasks. */
  public void start(String bucket) {
    Dispatcher dispatcher = get(bucket);
    if (!runs) {
      throw new IllegalStateException(
          "This node is a client and runs no bucket. Start '" + bucket + "' on a server");
    }
    if (running.start(bucket)) {
      dispatcher.started();
    }
  }

  /**
   * Stops claiming and starting tasks of the bucket. Running tasks continue. Claimed tasks that
   * have not started are given back.
   */
  public void stop(String bucket) {
    Dispatcher dispatcher = get(bucket);
    if (running.stop(bucket)) {
      dispatcher.stopped();
    }
  }

  /** Stops all buckets permanently, because the node stops. */
  public void close() {
    running.close();
    byName.keySet().forEach(this::stop);
  }

  public boolean isRunning(String bucket) {
    return running.isRunning(bucket);
  }

  /** Returns whether this node would probably start a new task of the flow before all others. */
  public boolean isIdle(String bucket, Flow flow) {
    Dispatcher dispatcher = byName.get(bucket);
    return dispatcher != null && dispatcher.isIdle(flow);
  }

  /**
   * @throws IllegalArgumentException if the bucket isn't listed on this node
   */
  public void require(String bucket, String type) {
    if (!byName.containsKey(bucket)) {
      String how =
          runs
              ? ", with startedByHand() if this node must not run it"
              : ": a client runs nothing; listing a bucket only confirms its name";
      throw new IllegalArgumentException(
          ("The bucket '%s' of a task of type %s isn't listed on this node, so perhaps no node runs"
                  + " it. Listed: %s. List it with bucket(BucketOptions.named(\"%s\"))%s")
              .formatted(bucket, type, byName.keySet(), bucket, how));
    }
  }

  @Override
  public void ready(List<Candidate> ready) {
    ready.stream()
        .collect(groupingBy(Candidate::bucket, TreeMap::new, toList()))
        .forEach(
            (bucket, some) -> {
              Dispatcher dispatcher = byName.get(bucket);
              if (dispatcher != null) {
                dispatcher.hint(some);
              }
            });
  }

  @Override
  public void missedSome() {
    byName.values().forEach(Dispatcher::scanNow);
  }

  /** Returns the buckets that claim tasks now. */
  public SortedSet<String> runningOnes() {
    return running.names();
  }

  public Collection<String> names() {
    return new TreeSet<>(byName.keySet());
  }

  /** Returns the loops of all buckets. */
  public List<Loop> loops() {
    List<Loop> loops = new ArrayList<>();
    for (Dispatcher dispatcher : byName.values()) {
      loops.addAll(dispatcher.loops());
    }
    return loops;
  }

  /** Returns the loops that search for ready tasks. */
  public List<Loop> scanners() {
    List<Loop> scanners = new ArrayList<>();
    for (Dispatcher dispatcher : byName.values()) {
      scanners.add(dispatcher.scanner());
    }
    return scanners;
  }

  private Dispatcher get(String bucket) {
    Dispatcher dispatcher = byName.get(bucket);
    if (dispatcher == null) {
      throw new IllegalArgumentException(
          "This node has no bucket '" + bucket + "'; it has " + byName.keySet());
    }
    return dispatcher;
  }
}
