package dev.baton.cassandra;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/**
 * The store depends only on the seams, the model and Cassandra's driver, and its packages form no
 * cycle.
 */
class ArchitectureTest {
  private final JavaClasses store =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.baton.cassandra");

  @Test
  void storeDependsOnlyOnSeamsModelAndDriver() {
    classes()
        .that()
        .resideInAPackage("dev.baton.cassandra..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "dev.baton",
            "dev.baton.cassandra..",
            "dev.baton.spi..",
            "dev.baton.api..",
            "dev.baton.cluster",
            "dev.baton.handler..",
            "dev.baton.hook",
            "dev.baton.limit",
            "dev.baton.operate..",
            "dev.baton.schedule",
            "dev.baton.task..",
            "com.datastax.oss.driver.api..",
            "org.slf4j..",
            "org.jspecify..",
            "java..")
        .check(store);
  }

  @Test
  void onlyShardsAndKeysUseTheDriverForRows() {
    noClasses()
        .that()
        .resideInAPackage("dev.baton.cassandra.row")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.datastax..")
        .check(store);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.baton.cassandra.(*)..").should().beFreeOfCycles().check(store);
  }
}
