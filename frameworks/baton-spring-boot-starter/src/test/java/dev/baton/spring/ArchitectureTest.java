package dev.baton.spring;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * The starter uses only the public API of the other modules, and code for Spring Boot stays in
 * separate packages.
 */
class ArchitectureTest {
  private static final JavaClasses OURS = ours();

  /**
   * Imports only Baton's classes, because reading all jars of the class path takes half a minute.
   */
  private static JavaClasses ours() {
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    return new ClassFileImporter()
        .importUrl(BatonNode.class.getProtectionDomain().getCodeSource().getLocation());
  }

  @Test
  void springDependsOnNeitherEngineNorTestKit() {
    noClasses()
        .that()
        .resideInAPackage("dev.baton.spring..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.baton.engine..", "dev.baton.tck..", "dev.baton.local..")
        .check(OURS);
  }

  @Test
  void everyBeanGivesWayToTheApplicationsBean() {
    methods()
        .that()
        .areAnnotatedWith(Bean.class)
        .should()
        .beAnnotatedWith(ConditionalOnMissingBean.class)
        .orShould()
        .beDeclaredInClassesThat()
        .areAnnotatedWith(ConditionalOnMissingBean.class)
        .check(OURS);
  }

  @Test
  void outsideBootPackagesOnlyItsConditionsAreUsed() {
    noClasses()
        .that()
        .resideInAPackage("dev.baton.spring")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.springframework.boot",
            "org.springframework.boot.context..",
            "org.springframework.boot.actuate..",
            "org.springframework.boot.health..",
            "dev.baton.spring.boot..")
        .check(OURS);
  }
}
