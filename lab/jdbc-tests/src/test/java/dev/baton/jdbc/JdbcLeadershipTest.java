package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jdbc.cluster.JdbcLeadership;
import dev.baton.spi.Leadership;
import dev.baton.tck.contract.cluster.LeadershipContract;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

@OnEachDatabase
class JdbcLeadershipTest extends LeadershipContract {
  private final JdbcFixture fixture;
  private final JdbcLeadership leadership;

  JdbcLeadershipTest(TestDatabase database) {
    fixture = new JdbcFixture(database);
    leadership = JdbcLeadership.of(fixture.dataSource());
  }

  @Override
  protected Leadership leadership() {
    return leadership;
  }

  /**
   * Simulates a database whose clock was ahead for a while, and whose leader has crashed meanwhile.
   */
  @Test
  void aLeadThatEndsLaterThanAnyTermDoesIsTakenOver() throws Exception {
    UUID fallen = UUID.randomUUID();
    assertThat(leadership.lead("sweeper", fallen)).isPresent();
    TestDatabase.execute(
        fixture.dataSource(), "UPDATE baton_leader SET lead_until = '2199-01-01 00:00:00'");
    UUID other = UUID.randomUUID();
    assertThat(leadership.lead("sweeper", other)).isPresent();
    assertThat(leadership.lead("sweeper", fallen)).isEmpty();
  }

  @Override
  protected void passATerm() throws Exception {
    fixture.age(Duration.ofSeconds(11));
  }
}
