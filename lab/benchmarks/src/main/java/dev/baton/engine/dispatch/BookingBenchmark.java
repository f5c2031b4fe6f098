package dev.baton.engine.dispatch;

import dev.baton.engine.dispatch.slot.Slot;
import dev.baton.engine.dispatch.slot.Slots;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.Definition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.limit.Limit;
import dev.baton.limit.internal.LimitPolicies;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Measures booking and freeing a slot, under one limit and under two. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class BookingBenchmark {
  private static final int SLOTS = 200;
  private static final int SLOTS_PER_KEY = 5;

  private final Slots slots = new Slots(SLOTS, System::nanoTime);
  private final Definition simple = definition().limits(LimitPolicies.of(Limit.node(SLOTS)));
  private final Definition perKey =
      simple.limits(LimitPolicies.of(Limit.node(SLOTS), Limit.node(SLOTS_PER_KEY).perKey()));
  private final Candidate candidate =
      new Candidate(
          new UUID(1, 1), 1, "default", new Flow("DELIVER", "partner-1"), 5, Instant.EPOCH);

  /** Books and frees a slot under a node limit. */
  @Benchmark
  public Slot perNode() {
    return bookAndFree(simple);
  }

  /** Books and frees a slot under a node limit and a key limit. */
  @Benchmark
  public Slot perNodeAndKey() {
    return bookAndFree(perKey);
  }

  private static Definition definition() {
    return Definition.of(RawDefinition.of("DELIVER", attempt -> Outcome.done()));
  }

  private Slot bookAndFree(Definition definition) {
    if (slots.book(candidate, definition) instanceof Slot booked) {
      booked.free();
      return booked;
    }
    throw new IllegalStateException("Refused although all slots are free");
  }
}
