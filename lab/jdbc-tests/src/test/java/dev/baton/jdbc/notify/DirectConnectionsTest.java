package dev.baton.jdbc.notify;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.Credentials;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import java.sql.Connection;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DirectConnectionsTest {

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aPoolsCredentialsProviderIsAsked(boolean byDriver) throws Exception {
    DatabaseAddress address = LocalPostgres.temporary().newDatabase();
    HikariConfig config = new HikariConfig();
    if (byDriver) {
      config.setJdbcUrl(address.url());
    } else {
      config.setDataSourceClassName("org.postgresql.ds.PGSimpleDataSource");
      config.addDataSourceProperty("url", address.url());
    }
    config.setCredentialsProvider(() -> Credentials.of(address.user(), address.password()));
    try (HikariDataSource pool = new HikariDataSource(config);
        Connection direct = DirectConnections.open(pool).orElseThrow()) {
      assertThat(direct.isValid(1)).isTrue();
    }
  }
}
