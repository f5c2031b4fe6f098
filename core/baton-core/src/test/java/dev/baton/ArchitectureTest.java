package dev.baton;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noCodeUnits;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.conditions.ArchConditions;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests the dependency directions of the core. */
class ArchitectureTest {
  private static final String TASK = "dev.baton.task..";
  private static final String API = "dev.baton.api..";
  private static final String SPI = "dev.baton.spi..";
  private static final String ENGINE = "dev.baton.engine..";
  private static final String FACADE = "dev.baton";
  private static final String RUNTIME = "dev.baton.engine.runtime..";

  /** Access to real time, randomness and threads; an empty set means every member. */
  private static final Map<Class<?>, Set<String>> REAL_WORLD =
      Map.of(
          Instant.class, Set.of("now"),
          Clock.class, Set.of("systemUTC", "systemDefaultZone", "system"),
          System.class, Set.of("nanoTime", "currentTimeMillis"),
          Thread.class, Set.of("sleep", "<init>"),
          UUID.class, Set.of("randomUUID"),
          Math.class, Set.of("random"),
          Executors.class, Set.of(),
          ThreadLocalRandom.class, Set.of());

  private static final SliceAssignment EACH_PACKAGE =
      new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass one) {
          // An internal package, where the engine reads users' values, belongs to its parent
          // package.
          return SliceIdentifier.of(one.getPackageName().replace(".internal", ""));
        }

        @Override
        public String getDescription() {
          return "each package";
        }
      };

  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.baton");

  @Test
  void taskImportsOnlyTheJdk() {
    check(
        classes()
            .that()
            .resideInAPackage(TASK)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(TASK, "java..", "org.jspecify.."));
  }

  @Test
  void apiDependsOnNeitherSeamsNorEngine() {
    check(
        noClasses()
            .that()
            .resideInAPackage(API)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(SPI, ENGINE, FACADE));
  }

  @Test
  void userPackagesDependOnNeitherSeamsNorEngine() {
    check(
        noClasses()
            .that()
            .resideInAnyPackage(
                "dev.baton.handler..",
                "dev.baton.limit",
                "dev.baton.schedule",
                "dev.baton.hook",
                "dev.baton.cluster",
                "dev.baton.operate..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(SPI, ENGINE, FACADE));
  }

  /** Public method signatures contain no internal types. */
  @Test
  void publicSignaturesNameNoInternalType() {
    check(
        noCodeUnits()
            .that()
            .arePublic()
            .and()
            .areDeclaredInClassesThat(describe("users see", ArchitectureTest::isForUsers))
            .should(
                ArchConditions.have(
                    describe("an internal type", ArchitectureTest::namesAnInternalType))));
  }

  private static boolean isForUsers(JavaClass type) {
    boolean isPublic = type.getModifiers().contains(JavaModifier.PUBLIC);
    boolean isSeen = type.getEnclosingClass().map(ArchitectureTest::isForUsers).orElse(true);
    return isPublic && isSeen && !isInternal(type) && !isOfAStore(type);
  }

  private static boolean isOfAStore(JavaClass type) {
    return List.of("dev.baton.spi", "dev.baton.task.rule", "dev.baton.engine", "dev.baton.host")
        .stream()
        .anyMatch(type.getPackageName()::startsWith);
  }

  private static boolean namesAnInternalType(JavaCodeUnit code) {
    return Stream.concat(Stream.of(code.getReturnType()), code.getParameterTypes().stream())
        .flatMap(type -> type.getAllInvolvedRawTypes().stream())
        .anyMatch(ArchitectureTest::isInternal);
  }

  private static boolean isInternal(JavaClass type) {
    return type.getPackageName().endsWith(".internal");
  }

  /** A package's dependencies never lead back to it. */
  @Test
  void packagesHaveNoDependencyCycles() {
    check(slices().assignedFrom(EACH_PACKAGE).should().beFreeOfCycles());
  }

  @Test
  void seamsDoNotDependOnTheEngine() {
    check(
        noClasses()
            .that()
            .resideInAPackage(SPI)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(ENGINE, FACADE));
  }

  /** Code that looks tasks up can't write them. */
  @Test
  void eachPartOfTheEngineGetsOnlyTheStoreThatItReads() {
    check(
        noClasses()
            .that()
            .resideInAPackage(ENGINE)
            .and()
            .doNotHaveFullyQualifiedName("dev.baton.engine.base.NodeContext")
            .should()
            .dependOnClassesThat()
            .haveNameMatching("dev\\.baton\\.spi\\.(TaskStore|core\\.CoreStore)"));
  }

  @Test
  void onlyTheFacadeUsesTheEngine() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages(ENGINE, FACADE)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(ENGINE));
  }

  @Test
  void tasksMoveThroughTheEngineInOneDirection() {
    String[] way = {"add", "dispatch", "attempt", "complete"};
    for (int later = 1; later < way.length; later++) {
      for (int earlier = 0; earlier < later; earlier++) {
        check(
            noClasses()
                .that()
                .resideInAPackage("dev.baton.engine." + way[later] + "..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.baton.engine." + way[earlier] + ".."));
      }
    }
  }

  @Test
  void dispatchPackagesDependOnlyOnEarlierOnes() {
    String[] rooms = {"", ".fetch", ".claim", ".slot", ".table"};
    for (int later = 1; later < rooms.length; later++) {
      for (int earlier = 0; earlier < later; earlier++) {
        check(
            noClasses()
                .that()
                .resideInAPackage("dev.baton.engine.dispatch" + rooms[later])
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.baton.engine.dispatch" + rooms[earlier]));
      }
    }
  }

  @Test
  void featuresOfAttemptsDoNotDependOnTheCorePath() {
    check(
        noClasses()
            .that()
            .resideInAPackage("dev.baton.engine.attempt.*")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.baton.engine.attempt", "dev.baton.engine.dispatch.."));
  }

  @Test
  void clusterPackagesDoNotDependOnTheWayOfATask() {
    check(
        noClasses()
            .that()
            .resideInAPackage("dev.baton.engine.cluster")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                "dev.baton.engine.add",
                "dev.baton.engine.dispatch..",
                "dev.baton.engine.attempt..",
                "dev.baton.engine.complete",
                "dev.baton.engine.lease",
                "dev.baton.engine.sweep",
                "dev.baton.engine.operate"));
  }

  @Test
  void engineDependsOnNoDatabaseOrFramework() {
    check(
        noClasses()
            .that()
            .resideInAPackage(ENGINE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                "java.sql..",
                "javax.sql..",
                "org.springframework..",
                "org.apache.kafka..",
                "org.apache.zookeeper..",
                "org.apache.curator..",
                "com.fasterxml.jackson..",
                "tools.jackson.."));
  }

  @Test
  void timeChanceAndThreadsComeOnlyThroughTheRuntime() {
    DescribedPredicate<JavaAccess<?>> realWorld =
        describe("real time, chance or threads", ArchitectureTest::touchesTheRealWorld);
    check(
        noClasses()
            .that()
            .resideOutsideOfPackage(RUNTIME)
            .should()
            .accessTargetWhere(realWorld)
            .because("the simulator replays a seed only if nothing else decides"));
  }

  private static boolean touchesTheRealWorld(JavaAccess<?> access) {
    for (Map.Entry<Class<?>, Set<String>> entry : REAL_WORLD.entrySet()) {
      if (access.getTargetOwner().isEquivalentTo(entry.getKey())) {
        return entry.getValue().isEmpty()
            || entry.getValue().contains(access.getTarget().getName());
      }
    }
    return false;
  }

  private static void check(ArchRule rule) {
    rule.allowEmptyShould(true).check(CORE);
  }
}
