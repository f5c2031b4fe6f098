package dev.baton.engine.dispatch.table;

import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The look-ahead table: a candidate is offered and the first one taken, at a steady depth. In the
 * table's own package, which is the only one that knows it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class LookAheadBenchmark {
  private static final int FLOWS = 1_000;
  private static final long MILLIS = 1_000_000;

  /** Candidates in the table. */
  @Param({"1000", "10000", "100000"})
  public int depth;

  private final SplittableRandom random = new SplittableRandom(1);
  private Flow[] flows = {};
  private @Nullable LookAheadTable table;
  private final Map<UUID, Candidate> bareIds = new HashMap<>();
  private final Queue<Candidate> bareQueue = new ArrayDeque<>();
  private long added;

  /** Fills the table to its depth, and what stands for memory alone. */
  @Setup
  public void fill() {
    flows = new Flow[FLOWS];
    for (int i = 0; i < FLOWS; i++) {
      flows[i] = new Flow("DELIVER", "partner-" + i);
    }
    table =
        new LookAheadTable(
            2 * depth, 2 * depth, UnaryOperator.identity(), type -> null, left -> {});
    for (int i = 0; i < depth; i++) {
      table.offer(next());
    }
    for (int i = 0; i < depth; i++) {
      offerBare(next());
    }
  }

  /** One offer and one take. */
  @Benchmark
  @OperationsPerInvocation(2)
  public Candidate offerAndTake() {
    LookAheadTable all = table;
    if (all == null) {
      throw new IllegalStateException("Not filled");
    }
    all.offer(next());
    Candidate first = all.peek();
    if (first == null) {
      throw new IllegalStateException("An empty table");
    }
    all.remove(first);
    return first;
  }

  /**
   * What memory alone costs at this depth: a map of ids and one queue, which know no flows and no
   * order.
   */
  @Benchmark
  @OperationsPerInvocation(2)
  public Candidate bareOfferAndTake() {
    offerBare(next());
    Candidate first = bareQueue.remove();
    bareIds.remove(first.id());
    return first;
  }

  private void offerBare(Candidate candidate) {
    if (bareIds.putIfAbsent(candidate.id(), candidate) == null) {
      bareQueue.add(candidate);
    }
  }

  private Candidate next() {
    long number = added++;
    // As time-ordered ids are made: the low half is chance.
    UUID id = new UUID((number << 16) | 0x7000, 0x8000_0000_0000_0000L | random.nextLong() >>> 2);
    Flow flow = flows[(int) (number * 7919 % FLOWS)];
    Instant arrived = Instant.ofEpochSecond(0, number * MILLIS);
    return new Candidate(id, 1, "default", flow, 5, arrived);
  }
}
