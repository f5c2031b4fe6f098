package dev.baton.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.spring.error.BatonSetupException;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Tests that an unsupported Spring Boot and the starter of the other generation are refused. */
class SupportedBootTest {
  @Test
  void versionOfTheseTestsIsSupported() {
    SupportedBoot.check();
  }

  @Test
  void eachGenerationNeedsItsStarter() {
    SupportedBoot.check("4.1.1", false);
    SupportedBoot.check("4.2.0-M1", false);
    SupportedBoot.check("3.5.7", true);
    assertThatThrownBy(() -> SupportedBoot.check("3.5.7", false))
        .isInstanceOf(BatonSetupException.class)
        .hasMessageContaining("This is Spring Boot 3.5.7")
        .hasMessageContaining("Depend on baton-spring-boot-3-starter instead");
    assertThatThrownBy(() -> SupportedBoot.check("4.1.1", true))
        .isInstanceOf(BatonSetupException.class)
        .hasMessageContaining("Depend on baton-spring-boot-starter instead");
  }

  @Test
  void olderAndNewerVersionsAreRefusedWithRemedy() {
    for (String old : new String[] {"2.7.18", "3.0.0", "3.4.12"}) {
      assertThatThrownBy(() -> SupportedBoot.check(old, true))
          .isInstanceOf(BatonSetupException.class)
          .hasMessageContaining("works with Spring Boot 3.5 and 4, but this is " + old)
          .hasMessageContaining("Update Spring Boot");
    }
    assertThatThrownBy(() -> SupportedBoot.check("5.0.0-SNAPSHOT", false))
        .isInstanceOf(BatonSetupException.class)
        .hasMessageContaining("Use a newer version of Baton");
  }

  @Test
  void springBootReportsItAsFailureToStart() {
    BatonSetupException refused = null;
    try {
      SupportedBoot.check("3.4.12", false);
    } catch (BatonSetupException thrown) {
      refused = thrown;
    }
    FailureAnalysis told = new BatonFailureAnalyzer().analyze(new RuntimeException(refused));
    assertThat(told.getDescription()).contains("3.4.12");
    assertThat(told.getAction()).isEqualTo("Update Spring Boot to 3.5 or later");
  }
}
