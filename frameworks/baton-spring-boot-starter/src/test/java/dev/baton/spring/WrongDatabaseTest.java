package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.local.DatabaseAddress;
import org.junit.jupiter.api.Test;

/** Tests an application whose database Baton can't use. */
class WrongDatabaseTest {
  @Test
  void driverOfAnotherDatabaseIsReportedAtTheStart() {
    TestContexts.on(new DatabaseAddress("jdbc:oracle:thin:@h?password=hunter2", "scott", "tiger"))
        .withPropertyValues("spring.datasource.driver-class-name=org.h2.Driver")
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .rootCause()
                    .hasMessageContaining("No JDBC driver accepts the URL of Baton's database")
                    .hasMessageContaining("jdbc:oracle")
                    .hasMessageNotContaining("hunter2"));
  }
}
