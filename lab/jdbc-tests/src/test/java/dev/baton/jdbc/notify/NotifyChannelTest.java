package dev.baton.jdbc.notify;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.jdbc.BatonSchema;
import dev.baton.local.LocalPostgres;
import dev.baton.spi.TriggerChannel;
import dev.baton.tck.contract.cluster.TriggerChannelContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class NotifyChannelTest extends TriggerChannelContract {
  private static HikariDataSource pool;

  @BeforeAll
  static void prepare() {
    pool = PostgresPool.on(LocalPostgres.temporary().newDatabase());
    BatonSchema.apply(pool);
  }

  @AfterAll
  static void closePool() {
    pool.close();
  }

  @Override
  protected TriggerChannel channel() {
    return new OpenAtOnce(NotifyChannel.on(pool));
  }
}
