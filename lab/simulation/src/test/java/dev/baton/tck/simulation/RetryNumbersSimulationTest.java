package dev.baton.tck.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.limit.Limit;
import dev.baton.operate.override.ActiveOverride;
import dev.baton.operate.override.Overridable;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideValue;
import dev.baton.operate.override.Overrides;
import dev.baton.spi.Stores;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests tasks that fail while people change their retry numbers, on one to three nodes that lose
 * responses of the database.
 */
@Tag("deep")
@ExtendWith(Quiet.class)
final class RetryNumbersSimulationTest {
  private static final int SEEDS = 10;
  private static final int TASKS = 30;
  private static final int CHANGES = 8;
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(90);

  @Test
  void eachAttemptUsesNumbersInForceAtItsBeginning() throws Exception {
    for (int seed = 1; seed <= SEEDS; seed++) {
      assertThat(violations(seed, overrides -> overrides)).as("seed %d", seed).isEmpty();
    }
  }

  @Test
  void checkerFindsNumbersThatAreIgnored() throws Exception {
    assertThat(violations(1, Forgetful::new)).isNotEmpty();
  }

  private static List<String> violations(int seed, UnaryOperator<Overrides> people)
      throws Exception {
    return Violations.of(
        seed, (running, violations) -> new Cluster(running, violations, people).run());
  }

  private static final class Cluster {
    private final Simulation simulation;
    private final Violations violations;
    private final UnaryOperator<Overrides> people;
    private final Ground ground;
    private final SimulatedChannel.Network network = new SimulatedChannel.Network();
    private final RetryCheck check;

    Cluster(Simulation simulation, Violations violations, UnaryOperator<Overrides> people) {
      this.simulation = simulation;
      this.violations = violations;
      this.people = people;
      ground = new MemoryGround(simulation, Sabotage.NONE);
      check = new RetryCheck(violations, ground.database());
    }

    void run() {
      int nodes = simulation.chance().between(1, 3);
      for (int i = 1; i <= nodes; i++) {
        SimulatedNode node = new SimulatedNode(simulation, "n" + i);
        boolean isFirst = i == 1;
        node.start("main", () -> begin(node, isFirst));
      }
      simulation.pass(Duration.ofSeconds(1));
      ground.database().faults(Faults.mild(simulation.chance()));
      simulation.pass(LONG_ENOUGH);
      check.end();
      if (check.judged() < TASKS) {
        violations.report("no more than " + check.judged() + " attempts were judged");
      }
    }

    private void begin(SimulatedNode node, boolean changes) {
      Baton baton = start(node);
      if (changes) {
        node.start("people", () -> change(baton, node.chance().split()));
      }
      for (int i = 0; i < TASKS; i++) {
        try {
          baton.tasks().add(TaskRequest.of(TaskType.of(RetryCheck.TYPE)));
        } catch (RuntimeException lost) {
          simulation.line(() -> "an add without a response: " + lost.getMessage());
        }
        simulation.pass(node.chance().millis(100, 2_000));
      }
    }

    private void change(Baton baton, Chance chance) {
      Overrides overrides = people.apply(baton.operations().by("ann").overrides());
      for (int i = 0; i < CHANGES; i++) {
        simulation.pass(chance.millis(4_000, 9_000));
        try {
          check.set(overrides, chance.millis(100, 3_000), chance.between(1, 7));
        } catch (RuntimeException asPeopleMeetThem) {
          simulation.line(() -> "people get " + asPeopleMeetThem.getMessage());
        }
      }
    }

    private Baton start(SimulatedNode node) {
      Seams seams = ground.seams(node);
      Chance chance = node.chance();
      TaskDefinition<?, ?> failing =
          RawDefinition.of(
                  RetryCheck.TYPE,
                  attempt -> {
                    RetryCheck.Begun begun = check.begins(attempt);
                    simulation.sleep(chance.millis(1, 20));
                    check.fails(begun);
                    throw new IllegalStateException("the bank is closed");
                  })
              .limits(Limit.node(5))
              .retry(Retry.fixed(RetryCheck.CODE.delay()).maxAttempts(RetryCheck.CODE.attempts()));
      Stores stores =
          Stores.of(seams.tasks()).cluster(seams.cluster()).operations(seams.operations());
      return Baton.builder(seams.more().apply(stores))
          .transactions(seams.transactions())
          .leadership(seams.leadership())
          .channel(new SimulatedChannel(node, ground.database(), network))
          .runtime(new SimulatedRuntime(node))
          .name(node.name())
          .settings(s -> s.poll(Duration.ofMillis(100)).lease(Duration.ofSeconds(5)))
          .define(failing)
          .start();
    }
  }

  /** Reports that numbers are set, but sets none. */
  private record Forgetful(Overrides overrides) implements Overrides {
    @Override
    public List<Overridable> list() {
      return overrides.list();
    }

    @Override
    public List<ActiveOverride> active() {
      return overrides.active();
    }

    @Override
    public Answer check(OverrideTarget target, OverrideValue value) {
      return overrides.check(target, value);
    }

    @Override
    public Answer set(OverrideTarget target, OverrideValue value) {
      return new Answer.Changed(null, value);
    }

    @Override
    public Answer reset(OverrideTarget target) {
      return new Answer.Changed(null, null);
    }
  }
}
