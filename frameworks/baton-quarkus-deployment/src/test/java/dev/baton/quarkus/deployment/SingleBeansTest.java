package dev.baton.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.TriggerChannel;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Types of which the node uses exactly one bean. */
class SingleBeansTest {
  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      new QuarkusUnitTest()
          .withApplicationRoot(jar -> jar.addClasses(Left.class, Right.class))
          .overrideConfigKey("quarkus.http.test-port", "0")
          .overrideConfigKey("quarkus.datasource.db-kind", "h2")
          .overrideConfigKey("quarkus.datasource.jdbc.url", "jdbc:h2:mem:single;DB_CLOSE_DELAY=-1")
          .overrideConfigKey("quarkus.datasource.devservices.enabled", "false")
          .overrideConfigKey("quarkus.datasource.jdbc.acquisition-timeout", "60s")
          .assertException(
              failure ->
                  assertThat(failure)
                      .isInstanceOf(ConfigurationException.class)
                      .hasMessageContaining("TriggerChannel")
                      .hasMessageContaining("SingleBeansTest$Left")
                      .hasMessageContaining("SingleBeansTest$Right")
                      .hasMessageContaining("Keep only one"));

  static class Left {
    @Produces
    @Singleton
    TriggerChannel channel() {
      return TriggerChannel.none();
    }
  }

  static class Right {
    @Produces
    @Singleton
    TriggerChannel channel() {
      return TriggerChannel.none();
    }
  }

  @Test
  void severalBeansAreRefusedByName() {
    Assertions.fail("The application has started");
  }
}
