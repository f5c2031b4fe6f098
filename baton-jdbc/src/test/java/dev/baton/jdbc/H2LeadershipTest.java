package dev.baton.jdbc;

import dev.baton.jdbc.cluster.JdbcLeadership;
import dev.baton.spi.Leadership;
import dev.baton.testkit.contract.cluster.LeadershipContract;
import java.time.Duration;

class H2LeadershipTest extends LeadershipContract {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.H2);
  private final JdbcLeadership leadership = JdbcLeadership.of(fixture.dataSource());

  @Override
  protected Leadership leadership() {
    return leadership;
  }

  @Override
  protected void passATerm() throws Exception {
    fixture.age(Duration.ofSeconds(11));
  }
}
