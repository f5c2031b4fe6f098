package dev.baton.tck.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.baton.Baton;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.spi.Leadership;
import dev.baton.spi.Stores;
import dev.baton.tck.MemoryLeadership;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/**
 * Tests that nodes without work log nothing, although their database takes a while to respond. Runs
 * alone, because it reads the log of all nodes in this process.
 */
@Isolated
final class IdleNodesLogTest {
  /** The term of the leadership of a database. */
  private static final Duration TERM = Duration.ofSeconds(5);

  private static final Duration ONE_WAY = Duration.ofMillis(50);
  private static final Duration START = Duration.ofMinutes(1);
  private static final Duration WATCHED = Duration.ofMinutes(20);

  private final Logger logger = (Logger) LoggerFactory.getLogger("dev.baton");
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @Test
  void threeIdleNodesLogNothing() throws Exception {
    Level before = logger.getLevel();
    logger.setLevel(Level.INFO);
    logger.setAdditive(false);
    try {
      Simulation simulation = Simulation.run(1, new Trace(0), this::idle);
      assertThat(simulation.deaths()).isEmpty();
    } finally {
      logger.detachAppender(log);
      logger.setAdditive(true);
      logger.setLevel(before);
    }
  }

  private void idle(Simulation simulation) {
    Ground ground = new MemoryGround(simulation, Sabotage.NONE);
    Leadership leadership = distant(simulation, ground.database());
    SimulatedChannel.Network network = new SimulatedChannel.Network();
    for (int i = 1; i <= 3; i++) {
      SimulatedNode node = new SimulatedNode(simulation, "n" + i);
      node.start("main", () -> start(node, ground, leadership, network));
    }
    simulation.pass(START);
    log.start();
    logger.addAppender(log);
    simulation.pass(WATCHED);
    List<String> lines = log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    assertThat(lines).isEmpty();
  }

  private static Leadership distant(Simulation simulation, SimulatedDatabase database) {
    Leadership near = new MemoryLeadership(database::now, TERM);
    return new Leadership() {
      @Override
      public Optional<Duration> lead(String duty, UUID node) {
        simulation.pass(ONE_WAY);
        Optional<Duration> term = near.lead(duty, node);
        simulation.pass(ONE_WAY);
        return term;
      }

      @Override
      public void resign(String duty, UUID node) {
        near.resign(duty, node);
      }
    };
  }

  private static void start(
      SimulatedNode node, Ground ground, Leadership leadership, SimulatedChannel.Network network) {
    Seams seams = ground.seams(node);
    Baton.builder(
            seams
                .more()
                .apply(
                    Stores.of(seams.tasks())
                        .cluster(seams.cluster())
                        .schedules(seams.schedules())
                        .operations(seams.operations())))
        .transactions(seams.transactions())
        .leadership(leadership)
        .channel(new SimulatedChannel(node, ground.database(), network))
        .runtime(new SimulatedRuntime(node))
        .name(node.name())
        .define(RawDefinition.of("T", attempt -> Outcome.done()))
        .start();
  }
}
