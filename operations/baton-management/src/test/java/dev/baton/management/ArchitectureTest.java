package dev.baton.management;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.baton.spi.Transactions;
import org.junit.jupiter.api.Test;

/** The interface depends only on what every caller has: the public API and its values. */
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.baton.management");

  @Test
  void managementDependsOnlyOnFrontDoorApiAndJackson() {
    classes()
        .that()
        .resideInAPackage("dev.baton.management..")
        .should()
        .onlyDependOnClassesThat(
            // Packages that the public API returns.
            belongToAnyOf(Transactions.class)
                .or(
                    resideInAnyPackage(
                        "dev.baton.management..",
                        "dev.baton",
                        "dev.baton.api..",
                        "dev.baton.cluster",
                        "dev.baton.handler..",
                        "dev.baton.hook",
                        "dev.baton.limit",
                        "dev.baton.operate..",
                        "dev.baton.schedule",
                        "dev.baton.task..",
                        "tools.jackson..",
                        "org.slf4j..",
                        "org.jspecify..",
                        "com.sun.management",
                        "com.sun.net.httpserver..",
                        "java..",
                        "javax.crypto..")))
        .check(CLASSES);
  }

  @Test
  void onlyTheMountDependsOnTheJdkServer() {
    classes()
        .that()
        .doNotHaveFullyQualifiedName("dev.baton.management.JdkHttp")
        .should()
        .onlyDependOnClassesThat()
        .resideOutsideOfPackage("com.sun.net.httpserver..")
        .check(CLASSES);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.baton.(**)").should().beFreeOfCycles().check(CLASSES);
  }
}
