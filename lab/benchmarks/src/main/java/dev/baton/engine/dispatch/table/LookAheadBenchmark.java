package dev.baton.engine.dispatch.table;

import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
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
 * Measures the look-ahead table: a candidate is offered and the first one taken, at a steady depth.
 * This class is in the table's own package, because no other package can use the table.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class LookAheadBenchmark {
  private static final int FLOWS = 1_000;
  private static final long MILLIS = 1_000_000;

  /** Number of candidates in the table. */
  @Param({"1000", "10000", "100000"})
  public int depth;

  private final SplittableRandom random = new SplittableRandom(1);
  private Flow[] flows = {};
  private @Nullable LookAheadTable table;
  private final Map<UUID, Candidate> bareIds = new HashMap<>();
  private final Queue<Candidate> bareQueue = new ArrayDeque<>();
  private long added;

  /** Fills the table to its depth, and the plain collections that it is compared with. */
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

  /** Offers one candidate and takes one. */
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
   * Measures the cost of plain collections at this depth: a map of ids and one queue, without flows
   * and without order.
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
    // Built like time-ordered ids: the low half is random.
    UUID id = new UUID((number << 16) | 0x7000, 0x8000_0000_0000_0000L | random.nextLong() >>> 2);
    Flow flow = flows[(int) (number * 7919 % FLOWS)];
    Instant arrived = Instant.ofEpochSecond(0, number * MILLIS);
    return new Candidate(id, 1, "default", flow, 5, arrived);
  }
}
