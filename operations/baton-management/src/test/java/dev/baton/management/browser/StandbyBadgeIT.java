package dev.baton.management.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.OperatorConnections;
import dev.baton.jdbc.Standby;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.management.JdkHttp;
import dev.baton.management.Management;
import dev.baton.management.access.AccessPolicy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Who reads a list sees whether it came from the standby, and how old it is. */
@Tag("deep")
@ExtendWith(SharedBrowser.class)
class StandbyBadgeIT {
  private static final String SEEN =
      "const badge = document.querySelector('#link .badge'); return"
          + " [badge.querySelector('.words').textContent, badge.title,"
          + " document.querySelectorAll('main tbody tr').length].join('|')";

  private final JdbcDataSource database = database("mem:" + UUID.randomUUID());

  @AfterEach
  void nothingComplained(Browser browser) {
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void aListFromTheStandbySaysHowOldItIsAndAViewFromThePrimaryIsLive(Browser browser)
      throws Exception {
    assertThat(seen(Standby.of(database), browser))
        .matches("As of \\d+ s ago\\|Lists are read from a standby\\|1");
  }

  @Test
  void aStandbyThatIsAwayIsNamedAndThePrimaryIsRead(Browser browser) throws Exception {
    assertThat(seen(Standby.of(database("tcp://127.0.0.1:1/none")), browser))
        .isEqualTo("Live, from the primary|Not from the standby: the standby can't be read from|1");
  }

  /** The badge, its title, and how many tasks the list has. */
  private String seen(Standby standby, Browser browser) throws Exception {
    BatonSchema.apply(database);
    OperatorConnections operators = OperatorConnections.usual().reading(standby);
    try (Baton baton =
            Baton.builder(
                    JdbcStore.of(database)
                        .networkTimeout(Duration.ofSeconds(10))
                        .operators(operators))
                .transactions(JdbcTransactions.of(database))
                .client()
                .start();
        JdkHttp http =
            JdkHttp.serve(
                Management.of(baton)
                    .accessPolicy(AccessPolicy.everything())
                    .principal(request -> Service.ANNA)
                    .build(),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
      baton.tasks().add(TaskRequest.of(TaskType.of("A")).onHold());
      browser.open(http.uri() + "#/tasks");
      browser.await(Dashboard.SHOWN);
      return browser.run(SEEN).asString();
    }
  }

  private static JdbcDataSource database(String where) {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:" + where + ";DB_CLOSE_DELAY=-1");
    return database;
  }
}
