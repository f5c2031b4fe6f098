package dev.baton.jdbc;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import org.junit.jupiter.api.Test;

/** Tests that an adapter uses the seams and the model, never the engine behind them. */
class ArchitectureTest {
  private static final JavaClasses OURS =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.baton.jdbc");

  /** Each package by itself, apart from those in it; what is internal is a part of its package. */
  private static final SliceAssignment PACKAGES =
      new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
          return SliceIdentifier.of(type.getPackageName().replace(".internal", ""));
        }

        @Override
        public String getDescription() {
          return "packages";
        }
      };

  @Test
  void theStoreDoesNotKnowTheEngineNorTheTestKit() {
    noClasses()
        .that()
        .resideInAPackage("dev.baton.jdbc..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.baton.engine..", "dev.baton.tck..", "dev.baton.local..")
        .check(OURS);
  }

  @Test
  void packagesDependOnOneAnotherInOneDirection() {
    slices().assignedFrom(PACKAGES).should().beFreeOfCycles().check(OURS);
  }

  @Test
  void dialectsKnowNothingOfTheStore() {
    noClasses()
        .that()
        .resideInAPackage("dev.baton.jdbc.dialect")
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.baton.jdbc..")
                .and(resideOutsideOfPackage("dev.baton.jdbc.dialect")))
        .check(OURS);
  }

  @Test
  void threadsAndRealTimeAreInOneClass() {
    noClasses()
        .that()
        .resideInAPackage("dev.baton.jdbc..")
        .and()
        .doNotHaveFullyQualifiedName("dev.baton.jdbc.notify.BackgroundThread")
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
