package dev.baton.jdbc;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** An adapter knows the seams and the model, never the engine behind them. */
class ArchitectureTest {
  private static final JavaClasses OURS =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.baton.jdbc");

  @Test
  void theStoreDoesNotKnowTheEngineNorTheTestKit() {
    noClasses()
        .that()
        .resideInAPackage("dev.baton.jdbc..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.baton.engine..", "dev.baton.testkit..", "dev.baton.local..")
        .check(OURS);
  }

  @Test
  void threadsAndRealTimeAreInOneClass() {
    noClasses()
        .that()
        .resideInAPackage("dev.baton.jdbc..")
        .and()
        .doNotHaveFullyQualifiedName("dev.baton.jdbc.notify.Daemon")
        .should()
        .dependOnClassesThat()
        .areAssignableTo(Thread.class)
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .check(OURS);
  }
}
