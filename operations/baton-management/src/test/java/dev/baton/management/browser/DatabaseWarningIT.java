package dev.baton.management.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.management.JdkHttp;
import dev.baton.management.Management;
import dev.baton.management.OlderServer;
import dev.baton.management.access.AccessPolicy;
import dev.baton.operate.AuditFilter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.UUID;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The page shows that a node has connected to a former primary, and the operator accepts it. */
@Tag("deep")
@ExtendWith(SharedBrowser.class)
class DatabaseWarningIT {

  @Test
  void olderServerIsShownFirstAndAcceptedByPerson(Browser browser) throws Exception {
    JdbcConnectionPool pool =
        JdbcConnectionPool.create(
            "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "");
    BatonSchema.apply(pool);
    OlderServer store = new OlderServer(JdbcTaskStore.of(pool));
    try (Baton baton =
            Baton.builder(JdbcStore.of(pool)).stores(stores -> stores.tasks(store)).start();
        JdkHttp http =
            JdkHttp.serve(
                Management.of(baton)
                    .accessPolicy(AccessPolicy.everything())
                    .principal(request -> Service.ANNA)
                    .build(),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
      browser.open(http.uri() + "#/");
      browser.await(
          "document.querySelector('[data-key=trouble]')?.textContent.includes('timeline 1')");
      browser.open(http.uri() + "#/nodes");
      browser.await("document.querySelector('main')?.textContent.includes('OLDER_SERVER')");
      browser.run("document.querySelector('[data-key=accept]').click()");
      browser.await("document.querySelector('dialog[open]')");
      browser.run("document.querySelector('#ask-reason').value = 'the backup of today'");
      browser.run("document.querySelector('dialog button[type=submit]').click()");
      browser.await("!document.querySelector('main').textContent.includes('OLDER_SERVER')");
      assertThat(store.isAccepted()).isTrue();
      assertThat(baton.operations().audit(AuditFilter.all()).page(10).items())
          .anySatisfy(entry -> assertThat(entry.reason()).isEqualTo("the backup of today"));
    } finally {
      pool.dispose();
    }
    assertThat(browser.complaints()).isEmpty();
  }
}
