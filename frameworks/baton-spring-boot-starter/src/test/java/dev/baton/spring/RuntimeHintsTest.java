package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.handler.internal.RowTasks;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.annotation.ReflectiveRuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;

/** Tests that a native image contains everything that Baton reads and creates at run time. */
class RuntimeHintsTest {
  record Payout(String to) {}

  static class Handler {
    @TaskHandler("PAY")
    void pay(Payout payout) {}
  }

  @Test
  void sqlFilesMigrationsAndProxiesAreRegistered() {
    RuntimeHints hints = new RuntimeHints();
    new BatonRuntimeHints().registerHints(hints, getClass().getClassLoader());
    for (String resource :
        List.of(
            "db/baton/changelog.xml",
            "db/baton/postgresql/V1__baton.sql",
            "dev/baton/jdbc/sql/tasks.sql",
            "dev/baton/jdbc/dialect/postgresql.sql",
            "dev/baton/engine/cluster/version.properties")) {
      assertThat(getClass().getClassLoader().getResource(resource)).as(resource).isNotNull();
      assertThat(RuntimeHintsPredicates.resource().forResource(resource)).accepts(hints);
    }
    assertThat(RuntimeHintsPredicates.proxies().forInterfaces(RowTasks.class)).accepts(hints);
  }

  @Test
  void annotationsRegisterTheirMethodAndPayload() throws Exception {
    RuntimeHints hints = new RuntimeHints();
    new ReflectiveRuntimeHintsRegistrar().registerRuntimeHints(hints, Handler.class);
    assertThat(
            RuntimeHintsPredicates.reflection()
                .onMethodInvocation(Handler.class.getDeclaredMethod("pay", Payout.class)))
        .accepts(hints);
    assertThat(RuntimeHintsPredicates.reflection().onType(Payout.class)).accepts(hints);
  }
}
