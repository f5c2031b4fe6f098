package dev.baton.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.operate.Operations;
import dev.baton.operate.TaskFilter;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code baton.require-transaction}. */
class RequireTransactionTest {
  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      new QuarkusUnitTest()
          .withApplicationRoot(jar -> jar.addClasses(Orders.class))
          .overrideConfigKey("quarkus.http.test-port", "0")
          .overrideConfigKey("quarkus.datasource.db-kind", "h2")
          .overrideConfigKey(
              "quarkus.datasource.jdbc.url", "jdbc:h2:mem:required;DB_CLOSE_DELAY=-1")
          .overrideConfigKey("quarkus.datasource.devservices.enabled", "false")
          .overrideConfigKey("quarkus.datasource.jdbc.acquisition-timeout", "60s")
          .overrideConfigKey("baton.require-transaction", "true");

  @ApplicationScoped
  static class Orders {
    @Inject Tasks tasks;

    UUID acceptOutside() {
      return tasks.add(TaskRequest.of(TaskType.of("SHIP")).onHold()).taskId();
    }

    @Transactional
    UUID accept() {
      return acceptOutside();
    }
  }

  @Inject Orders orders;
  @Inject Operations operations;

  @Test
  void addIsRefusedOutsideTransactionAndCommittedInside() {
    assertThatThrownBy(orders::acceptOutside)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("add(TaskRequest(SHIP)) was called outside of any transaction")
        .hasMessageContaining("baton.require-transaction")
        .hasMessageContaining("Nothing was written. Put @Transactional on the method")
        .hasMessageContaining("through its bean");
    assertThat(operations.search(TaskFilter.all())).isEmpty();
    UUID id = orders.accept();
    assertThat(operations.find(id)).isPresent();
  }
}
