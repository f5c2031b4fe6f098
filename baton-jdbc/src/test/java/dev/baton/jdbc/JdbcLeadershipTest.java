package dev.baton.jdbc;

import dev.baton.jdbc.cluster.JdbcLeadership;
import dev.baton.spi.Leadership;
import dev.baton.testkit.contract.cluster.LeadershipContract;
import java.time.Duration;

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

  @Override
  protected void passATerm() throws Exception {
    fixture.age(Duration.ofSeconds(11));
  }
}
