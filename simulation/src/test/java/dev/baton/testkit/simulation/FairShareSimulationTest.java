package dev.baton.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.Attempt;
import dev.baton.api.Outcome;
import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskRequest;
import dev.baton.api.cluster.BucketOptions;
import dev.baton.api.cluster.NodeSettings;
import dev.baton.api.limit.Limit;
import dev.baton.spi.Stores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Small keys beside a big one, on one to three nodes with tables of any size, while answers of the
 * database are lost.
 */
@ExtendWith(Quiet.class)
final class FairShareSimulationTest {
  private static final String TYPE = "FAIR";
  private static final int SEEDS = 25;
  private static final int BIG = 300;
  private static final int SMALL = 40;
  private static final int SLOTS = 3;
  private static final int CLAIMED_AT_A_TIME = 3;
  private static final Duration POLL = Duration.ofMillis(100);

  @Test
  void aKeyStartsNoMoreThanItsTurnsWhileAnotherWaits() throws Exception {
    for (int seed = 1; seed <= SEEDS; seed++) {
      assertThat(violations(seed, TaskDefinition::fair)).as("seed %d", seed).isEmpty();
    }
  }

  @Test
  void theCheckerSeesTypesThatAreNotFair() throws Exception {
    assertThat(violations(1, definition -> definition)).isNotEmpty();
  }

  private static List<String> violations(int seed, UnaryOperator<TaskDefinition> share)
      throws Exception {
    Violations[] violations = new Violations[1];
    Simulation simulation =
        Simulation.run(
            seed,
            new Trace(0),
            running -> {
              violations[0] = new Violations(running);
              new Cluster(running, violations[0], share).run();
            });
    List<String> all = new ArrayList<>(violations[0].all());
    all.addAll(simulation.deaths());
    return all;
  }

  private static final class Cluster {
    private final Simulation simulation;
    private final UnaryOperator<TaskDefinition> share;
    private final Ground ground;
    private final SimulatedChannel.Network network = new SimulatedChannel.Network();
    private final FairCheck check;
    private final Violations violations;
    private final int nodes;
    private final List<Baton> started = new ArrayList<>();

    Cluster(Simulation simulation, Violations violations, UnaryOperator<TaskDefinition> share) {
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

    private void begin(SimulatedNode node) {
      Chance chance = node.chance();
      int least = 2 + chance.nextInt(6);
      Seams seams = ground.seams(node);
      TaskDefinition definition =
          TaskDefinition.of(TYPE, attempt -> handle(attempt, chance))
              .concurrency(Limit.perNode(SLOTS));
      Baton baton =
          Baton.builder()
              .stores(Stores.of(seams.tasks()).cluster(seams.cluster()))
              .transactions(seams.transactions())
              .leadership(seams.leadership())
              .channel(new SimulatedChannel(node, ground.database(), network))
              .runtime(new SimulatedRuntime(node))
              .name(node.name())
              .settings(NodeSettings.defaults().poll(POLL).lease(Duration.ofSeconds(5)))
              .bucket(
                  BucketOptions.named(BucketOptions.DEFAULT)
                      .lookAhead(least, least * (1 + chance.nextInt(4)))
                      .claimBatch(CLAIMED_AT_A_TIME))
              .define(share.apply(definition))
              .start();
      started.add(baton);
      add(baton, chance);
    }

    private Outcome handle(Attempt attempt, Chance chance) throws InterruptedException {
      check.started(attempt.taskId(), attempt.key());
      simulation.sleep(chance.millis(5, 25));
      return Outcome.done();
    }

    /** All of the big one at once, and the small ones' one by one. */
    private void add(Baton baton, Chance chance) {
      add(baton, BIG / nodes, "big");
      for (int i = 0; i < SMALL; i++) {
        try {
          add(baton, 1, "small" + chance.nextInt(4));
        } catch (RuntimeException lost) {
          simulation.line(() -> "an add without an answer: " + lost.getMessage());
        }
        simulation.pass(chance.millis(1, 60));
      }
    }

    private void add(Baton baton, int count, String key) {
      List<TaskRequest> requests = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        requests.add(TaskRequest.of(TYPE).key(key));
      }
      baton.tasks().addAll(requests).forEach(result -> check.added(result.taskId()));
    }
  }
}
