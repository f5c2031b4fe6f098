package dev.baton.tck.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.cluster.BucketOptions;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.limit.FairShare;
import dev.baton.limit.Limit;
import dev.baton.spi.Stores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests that keys take turns: small keys next to a big one, on one to three nodes with tables of
 * any size, while responses of the database are lost.
 */
@Tag("deep")
@ExtendWith(Quiet.class)
final class FairShareSimulationTest {
  private static final String TYPE = "FAIR";
  private static final int SEEDS = 12;
  private static final int BIG = 300;
  private static final int SMALL = 40;
  private static final int SLOTS = 3;
  private static final String HEAVY = "heavy";
  private static final int WEIGHT = 4;
  private static final int HEAVIES = 80;

  /**
   * Largest difference from the weights: the starts that were booked and claimed before, and
   * released.
   */
  private static final int BOUND = 10;

  private static final int CLAIMED_AT_A_TIME = 3;
  private static final Duration POLL = Duration.ofMillis(100);

  @Test
  void aKeyStartsNoMoreThanItsTurnsWhileAnotherWaits() throws Exception {
    for (int seed = 1; seed <= SEEDS; seed++) {
      assertThat(violations(seed, TaskDefinition::fair)).as("seed %d", seed).isEmpty();
    }
  }

  @Test
  void checkerFindsTypesThatAreNotFair() throws Exception {
    assertThat(violations(1, definition -> definition)).isNotEmpty();
  }

  @Test
  void keysGetTheirWeightsWithinABound() throws Exception {
    UnaryOperator<TaskDefinition<?, ?>> weighs =
        definition -> definition.fair(FairShare.weights(Map.of(HEAVY, (double) WEIGHT)));
    for (int seed = 1; seed <= SEEDS; seed++) {
      assertThat(startsOfLight(seed, weighs))
          .as("seed %d", seed)
          .isBetween(HEAVIES / WEIGHT - BOUND, HEAVIES / WEIGHT + BOUND);
    }
    assertThat(startsOfLight(1, TaskDefinition::fair)).isGreaterThan(HEAVIES / WEIGHT + BOUND);
  }

  /**
   * Returns how often the light key has started when the heavy key has started a fixed number of
   * times. Both keys wait all the time.
   */
  private static int startsOfLight(int seed, UnaryOperator<TaskDefinition<?, ?>> share)
      throws Exception {
    List<String> starts = new ArrayList<>();
    Simulation.run(
        seed,
        new Trace(0),
        running -> {
          Cluster cluster = new Cluster(running, new Violations(running), share);
          cluster.runTwo(starts);
        });
    int heavies = 0;
    for (int i = 0; i < starts.size(); i++) {
      heavies += starts.get(i).equals(HEAVY) ? 1 : 0;
      if (heavies == HEAVIES) {
        return i + 1 - heavies;
      }
    }
    throw new AssertionError("Of the heavy key, only " + heavies + " have started");
  }

  private static List<String> violations(int seed, UnaryOperator<TaskDefinition<?, ?>> share)
      throws Exception {
    return Violations.of(
        seed, (running, violations) -> new Cluster(running, violations, share).run());
  }

  /** The work of a handler. */
  @FunctionalInterface
  private interface Work {
    void run(Attempt attempt, Chance chance) throws InterruptedException;
  }

  private static final class Cluster {
    private final Simulation simulation;
    private final UnaryOperator<TaskDefinition<?, ?>> share;
    private final Ground ground;
    private final SimulatedChannel.Network network = new SimulatedChannel.Network();
    private final FairCheck check;
    private final Violations violations;
    private final int nodes;
    private final List<Baton> started = new ArrayList<>();

    Cluster(
        Simulation simulation, Violations violations, UnaryOperator<TaskDefinition<?, ?>> share) {
      this.simulation = simulation;
      this.share = share;
      this.violations = violations;
      ground = new MemoryGround(simulation, Sabotage.NONE);
      nodes = simulation.chance().between(1, 3);
      int booked = SLOTS + 2 * CLAIMED_AT_A_TIME;
      check =
          new FairCheck(violations, ground.database(), POLL.multipliedBy(5), nodes * (2 + booked));
    }

    void run() {
      for (int i = 1; i <= nodes; i++) {
        SimulatedNode node = new SimulatedNode(simulation, "n" + i);
        node.start("main", () -> begin(node));
      }
      simulation.pass(Duration.ofSeconds(1));
      ground.database().faults(Faults.mild(simulation.chance()));
      simulation.pass(Duration.ofSeconds(30));
      if (check.left() > 0) {
        violations.report(check.left() + " tasks haven't started");
      }
    }

    /** Runs all tasks of two keys at once on one node. */
    void runTwo(List<String> starts) {
      SimulatedNode node = new SimulatedNode(simulation, "n");
      node.start(
          "main",
          () -> {
            Baton baton =
                start(
                    node,
                    64,
                    (attempt, chance) -> {
                      starts.add(attempt.key());
                      simulation.sleep(chance.millis(5, 25));
                    });
            add(baton, HEAVIES + BIG, HEAVY);
            add(baton, HEAVIES + BIG, "light");
          });
      simulation.pass(Duration.ofMillis(500));
      ground.database().faults(Faults.mild(simulation.chance()));
      simulation.pass(Duration.ofSeconds(10));
    }

    private void begin(SimulatedNode node) {
      Baton baton =
          start(
              node,
              2 + node.chance().nextInt(6),
              (attempt, chance) -> {
                check.started(attempt.taskId(), attempt.key());
                simulation.sleep(chance.millis(5, 25));
              });
      add(baton, node.chance());
    }

    private Baton start(SimulatedNode node, int least, Work work) {
      Chance chance = node.chance();
      Seams seams = ground.seams(node);
      TaskDefinition<?, ?> definition =
          RawDefinition.of(
                  TYPE,
                  attempt -> {
                    work.run(attempt, chance);
                    return Outcome.done();
                  })
              .limits(Limit.node(SLOTS));
      Baton baton =
          Baton.builder(Stores.of(seams.tasks()).cluster(seams.cluster()))
              .transactions(seams.transactions())
              .leadership(seams.leadership())
              .channel(new SimulatedChannel(node, ground.database(), network))
              .runtime(new SimulatedRuntime(node))
              .name(node.name())
              .settings(s -> s.poll(POLL).lease(Duration.ofSeconds(5)))
              .bucket(
                  BucketOptions.named(BucketOptions.DEFAULT)
                      .lookAhead(least, least * (1 + chance.nextInt(4)))
                      .claimBatch(CLAIMED_AT_A_TIME))
              .define(share.apply(definition))
              .start();
      started.add(baton);
      return baton;
    }

    /** Adds all tasks of the big key at once, and the tasks of the small keys one by one. */
    private void add(Baton baton, Chance chance) {
      add(baton, BIG / nodes, "big");
      for (int i = 0; i < SMALL; i++) {
        try {
          add(baton, 1, "small" + chance.nextInt(4));
        } catch (RuntimeException lost) {
          simulation.line(() -> "an add without a response: " + lost.getMessage());
        }
        simulation.pass(chance.millis(1, 60));
      }
    }

    private void add(Baton baton, int count, String key) {
      List<TaskRequest<?, ?>> requests = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        requests.add(TaskRequest.of(TaskType.of(TYPE)).key(key));
      }
      baton.tasks().addAll(requests).forEach(result -> check.added(result.taskId()));
    }
  }
}
