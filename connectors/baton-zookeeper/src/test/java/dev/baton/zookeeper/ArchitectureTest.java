package dev.baton.zookeeper;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The adapter depends on the seams and the model, never on the engine. */
class ArchitectureTest {
  @Test
  void adapterDependsOnlyOnModelApiAndSeams() {
    noClasses()
        .that()
        .resideInAPackage("dev.baton.zookeeper..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.baton.engine..",
            "dev.baton.tck..",
            "dev.baton.local..",
            "dev.baton.jdbc..",
            "dev.baton.kafka..")
        .check(
            new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.baton.zookeeper"));
  }
}
