package dev.baton.kafka;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** An adapter depends on the seams and the model, never on the engine or other adapters. */
class ArchitectureTest {
  @Test
  void channelDependsOnlyOnSeamsModelAndKafkaClients() {
    classes()
        .that()
        .resideInAPackage("dev.baton.kafka..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "dev.baton.kafka..",
            "dev.baton.spi..",
            "dev.baton.api..",
            "dev.baton.cluster",
            "dev.baton.handler..",
            "dev.baton.hook",
            "dev.baton.limit",
            "dev.baton.operate..",
            "dev.baton.schedule",
            "dev.baton.task..",
            "org.apache.kafka.clients..",
            "org.apache.kafka.common..",
            "org.slf4j..",
            "org.jspecify..",
            "java..")
        .check(
            new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.baton.kafka"));
  }
}
