package dev.baton.cassandra;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.StoreUnavailableException;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

/** A keyspace that can't keep Baton's guarantees is refused with a message. */
class CassandraCheckTest {
  private final TestKeyspace keyspace = TestKeyspace.empty();

  @Test
  void keyspaceWithoutTablesIsRefused() {
    assertThatThrownBy(() -> CassandraStore.of(keyspace.session(), "system_auth").open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("CassandraSchema.create");
  }

  @Test
  void anotherNumberOfShardsIsRefused() {
    assertThatThrownBy(
            () ->
                CassandraSchema.create(
                    keyspace.session(), keyspace.name(), TestKeyspace.SHARDS + 1))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("has 4 shards, not 5");
  }

  @Test
  void tablesOfAnotherVersionAreRefused() {
    String setting = "UPDATE " + keyspace.name() + ".baton_setting SET value = '%s' %s";
    keyspace.session().execute(setting.formatted("99", "WHERE name = 'version' IF EXISTS"));
    try {
      assertThatThrownBy(() -> CassandraStore.of(keyspace.session(), keyspace.name()).open())
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContainingAll("version 99", "needs 1");
    } finally {
      keyspace.session().execute(setting.formatted("1", "WHERE name = 'version' IF EXISTS"));
    }
  }

  @Test
  void unreachableServersAreReportedAsUnavailableAtStart() {
    CqlSession silent =
        (CqlSession)
            Proxy.newProxyInstance(
                CqlSession.class.getClassLoader(),
                new Class<?>[] {CqlSession.class},
                (proxy, method, arguments) -> {
                  throw new DriverTimeoutException("nothing came");
                });
    assertThatThrownBy(() -> CassandraStore.of(silent, "payouts").open())
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContainingAll("Baton's tables", "nothing came");
  }
}
