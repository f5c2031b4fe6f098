package dev.baton.tck.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.spi.NodeRuntime.Signal;
import dev.baton.spi.NodeRuntime.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the simulator itself with small programs. */
final class SchedulerTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private static Simulation run(long seed, Simulation.Body body) throws Exception {
    return Simulation.run(seed, new Trace(0), body);
  }

  @Test
  void timeJumpsToTheNextTimerWhenNobodyCanRun() throws Exception {
    Simulation simulation = run(1, s -> s.pass(HOUR.multipliedBy(1_000)));
    assertThat(simulation.nowNanos()).isGreaterThanOrEqualTo(HOUR.toNanos() * 1_000);
    assertThat(simulation.steps()).isLessThan(10);
  }

  @Test
  void theSeedDecidesWhoGoesFirst() throws Exception {
    Set<String> orders = new LinkedHashSet<>();
    for (long seed = 0; seed < 200; seed++) {
      StringBuilder order = new StringBuilder();
      run(
          seed,
          s -> {
            SimulatedNode node = new SimulatedNode(s, "n");
            for (String name : List.of("a", "b", "c")) {
              node.start(
                  name,
                  () -> {
                    s.step("x");
                    order.append(name);
                  });
            }
            s.pass(HOUR);
          });
      orders.add(order.toString());
    }
    assertThat(orders).hasSize(6);
  }

  @Test
  void theSameSeedGivesTheSameHistory() throws Exception {
    for (long seed = 0; seed < 20; seed++) {
      long first = pingPong(seed).trace().hash();
      assertThat(pingPong(seed).trace().hash()).isEqualTo(first);
      assertThat(pingPong(seed + 1_000).trace().hash()).isNotEqualTo(first);
    }
  }

  private static Simulation pingPong(long seed) throws Exception {
    return run(
        seed,
        s -> {
          SimulatedNode node = new SimulatedNode(s, "n");
          SimulatedRuntime runtime = new SimulatedRuntime(node);
          Signal ping = runtime.signal();
          for (int i = 0; i < 3; i++) {
            node.start(
                "player" + i,
                () -> {
                  for (int round = 0; round < 50; round++) {
                    try {
                      ping.await(Duration.ofMillis(node.chance().nextInt(30)));
                    } catch (InterruptedException impossible) {
                      throw new IllegalStateException(impossible);
                    }
                    ping.set();
                  }
                });
          }
          s.pass(HOUR);
        });
  }

  @Test
  void aSignalSetBeforeTheWaitIsNotLostAndIsClearedByIt() throws Exception {
    run(
        2,
        s -> {
          Signal signal = new SimulatedRuntime(new SimulatedNode(s, "n")).signal();
          signal.set();
          signal.set();
          assertThat(signal.await(HOUR)).isTrue();
          assertThat(s.nowNanos()).isLessThan(HOUR.toNanos());
          assertThat(signal.await(HOUR)).isFalse();
          assertThat(s.nowNanos()).isGreaterThan(HOUR.toNanos() / 2);
        });
  }

  @Test
  void waitsWithoutAnEndAreFound() {
    assertThatThrownBy(() -> run(3, s -> s.block(Long.MAX_VALUE, false)))
        .hasMessageContaining("All threads wait forever");
  }

  @Test
  void anInterruptEndsAWaitAndIsKeptOverOneThatCannotBeInterrupted() throws Exception {
    List<String> seen = new ArrayList<>();
    run(
        4,
        s -> {
          SimulatedNode node = new SimulatedNode(s, "n");
          SimulatedRuntime runtime = new SimulatedRuntime(node);
          Worker worker =
              runtime.start(
                  "sleeper",
                  () -> {
                    s.pass(Duration.ofSeconds(10));
                    seen.add("flag " + Thread.currentThread().isInterrupted());
                    try {
                      s.sleep(HOUR);
                    } catch (InterruptedException e) {
                      seen.add("interrupted");
                    }
                    seen.add("flag " + Thread.currentThread().isInterrupted());
                    try {
                      s.sleep(HOUR);
                    } catch (InterruptedException e) {
                      seen.add("again");
                    }
                  });
          s.pass(Duration.ofSeconds(1));
          worker.interrupt();
          s.pass(Duration.ofSeconds(30));
          worker.interrupt();
          assertThat(worker.join(HOUR)).isTrue();
          assertThat(s.nowNanos()).isLessThan(Duration.ofMinutes(1).toNanos());
        });
    assertThat(seen).containsExactly("flag true", "interrupted", "flag false", "again");
  }

  @Test
  void aCrashEndsAllThreadsOfItsNodeAndNoOther() throws Exception {
    List<String> seen = new ArrayList<>();
    run(
        5,
        s -> {
          SimulatedNode doomed = new SimulatedNode(s, "doomed");
          SimulatedNode other = new SimulatedNode(s, "other");
          for (SimulatedNode node : List.of(doomed, other)) {
            node.start(
                "t",
                () -> {
                  try {
                    s.pass(HOUR);
                  } finally {
                    seen.add(node + (node.isDead() ? " dies" : " lives"));
                    s.step("a dead node makes no further step");
                    seen.add(node + " goes on");
                  }
                });
          }
          s.pass(Duration.ofSeconds(1));
          doomed.crash();
          s.pass(HOUR.multipliedBy(2));
        });
    assertThat(seen).containsExactly("doomed dies", "other lives", "other goes on");
  }

  @Test
  void aPausedNodeStandsStillWhileItsClocksGoOn() throws Exception {
    run(
        6,
        s -> {
          SimulatedNode node = new SimulatedNode(s, "n");
          SimulatedRuntime runtime = new SimulatedRuntime(node);
          List<Long> gaps = new ArrayList<>();
          node.start(
              "t",
              () -> {
                for (int i = 0; i < 10; i++) {
                  long before = runtime.nanoTime();
                  s.pass(Duration.ofSeconds(1));
                  gaps.add((runtime.nanoTime() - before) / 1_000_000_000);
                }
              });
          s.pass(Duration.ofMillis(3_500));
          node.pause(Duration.ofMinutes(1));
          s.pass(HOUR);
          assertThat(gaps).hasSize(10);
          assertThat(gaps.get(3)).isBetween(58L, 62L);
        });
  }

  @Test
  void aThreadThatDiesOfAnExceptionIsNoted() throws Exception {
    Simulation simulation =
        run(
            7,
            s -> {
              new SimulatedNode(s, "n")
                  .start(
                      "t",
                      () -> {
                        throw new IllegalStateException("oh");
                      });
              s.pass(HOUR);
            });
    assertThat(simulation.deaths()).singleElement().asString().contains("n/t", "oh");
  }

  @Test
  @Timeout(30)
  void aThreadThatHangsOutsideIsNamedWithItsSeedAndNothingWaitsForItsEnd() {
    CountDownLatch never = new CountDownLatch(1);
    assertThatThrownBy(
            () ->
                runBriefly(
                    s -> {
                      new SimulatedNode(s, "n").start("sleeper", () -> awaitInReal(never));
                      s.pass(HOUR);
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Seed 7 hangs")
        .hasMessageContaining("n/sleeper")
        .hasMessageContaining("awaitInReal");
    never.countDown();
  }

  @Test
  @Timeout(30)
  void aThreadThatNeverComesBackFromOutsideIsNamedWithItsSeed() {
    CountDownLatch never = new CountDownLatch(1);
    assertThatThrownBy(
            () ->
                runBriefly(
                    s -> {
                      new SimulatedNode(s, "n").start("caller", () -> callOutside(s, never));
                      s.pass(HOUR);
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Seed 7 hangs")
        .hasMessageContaining("n/caller");
    never.countDown();
  }

  private static void runBriefly(Simulation.Body body) throws Exception {
    Simulation.run(7, new Trace(0), Duration.ofMillis(200), body);
  }

  private static void awaitInReal(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void callOutside(Simulation simulation, CountDownLatch answer) {
    simulation.goOnWithout(simulation.running());
    awaitInReal(answer);
  }
}
