package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.cluster.NodeSettings;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.local.LocalH2;
import dev.baton.spi.TriggerChannel;
import dev.baton.task.row.Candidate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that a node's settings begin with those of its store, and keep what nothing changes. */
final class StoreSettingsTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final List<NodeSettings> seen = new ArrayList<>();
  private HikariDataSource pool = new HikariDataSource();

  @BeforeEach
  void prepare() {
    pool = Pools.of(LocalH2.newDatabase(), 10);
    BatonSchema.apply(pool);
  }

  @AfterEach
  void closePool() {
    pool.close();
  }

  @Test
  void changedLeaseKeepsThePollOfTheStore() {
    NodeSettings settings = started(node -> node.settings(s -> s.lease(MINUTE)));
    assertThat(settings.lease()).isEqualTo(MINUTE);
    assertThat(settings.poll()).isEqualTo(Duration.ofMillis(75));
  }

  @Test
  void aNodeWithAChannelPollsEachSecond() {
    NodeSettings settings = started(node -> node.channel(new SilentChannel()));
    assertThat(settings.poll()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void aLaterChangeSeesTheEarlierOnes() {
    NodeSettings settings =
        started(node -> node.settings(s -> s.poll(MINUTE)).settings(s -> s.maxRunning(7)));
    assertThat(settings).isEqualTo(NodeSettings.defaults().poll(MINUTE).maxRunning(7));
  }

  private NodeSettings started(UnaryOperator<Baton.Builder> with) {
    Baton.Builder node =
        with.apply(Baton.builder(JdbcStore.of(pool)))
            .settings(
                settings -> {
                  seen.add(settings);
                  return settings;
                });
    try (Baton baton = node.client().start()) {
      assertThat(baton.leasedTasks()).isZero();
    }
    assertThat(seen).hasSize(1);
    return seen.get(0);
  }

  private static final class SilentChannel implements TriggerChannel {
    @Override
    public void open(Collection<String> buckets, Receiver receiver) {}

    @Override
    public void publish(List<Candidate> ready) {}

    @Override
    public void close() {}
  }
}
