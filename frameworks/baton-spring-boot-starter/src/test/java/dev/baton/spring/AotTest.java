package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;
import dev.baton.operate.Operations;
import dev.baton.spring.boot.BatonAutoConfiguration;
import elsewhere.LibraryTasks;
import elsewhere.UnseenTasks;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.Compiled;
import org.springframework.core.test.tools.TestCompiler;
import org.springframework.javapoet.ClassName;
import org.springframework.jdbc.core.JdbcTemplate;

/** Tests what ahead-of-time processing, as for a native image, finds in an application. */
@ExtendWith(OutputCaptureExtension.class)
class AotTest {
  private final DatabaseAddress database = LocalH2.newDatabase();

  record Payout(String partner, Money amount) {}

  record Money(long cents) {}

  record Receipt(String number) {}

  record Reminder(String text) {}

  record Refund(String partner) {}

  record Marked(String text) {}

  @Configuration(proxyBeanMethods = false)
  @AutoConfigurationPackage
  @ImportAutoConfiguration({
    DataSourceAutoConfiguration.class,
    DataSourceTransactionManagerAutoConfiguration.class,
    BatonAutoConfiguration.class
  })
  static class Application {
    static final TaskType<Payout, Receipt> PAY = TaskType.of("PAY", Payout.class, Receipt.class);

    @Bean
    Arrivals arrivals() {
      return new Arrivals();
    }

    @Bean
    TaskDefinition<?, ?> pay(Arrivals arrivals) {
      return TaskDefinition.of(PAY)
          .outcome(
              (payout, attempt) -> {
                arrivals.saw(payout.partner());
                return Outcome.done(new Receipt("1"));
              });
    }

    @Bean
    TaskDefinition<Reminder, Void> reminding() {
      return TaskDefinition.of(TaskType.of("REMIND", Reminder.class))
          .handler((reminder, attempt) -> {});
    }

    @Bean
    TaskType<Refund, Void> refund() {
      return TaskType.of("REFUND", Refund.class);
    }

    @Bean
    Marking marking(Arrivals arrivals) {
      return new Marking(arrivals);
    }
  }

  static class Marking {
    static final TaskType<Marked, Void> MARK = TaskType.of("MARK", Marked.class);

    private final Arrivals arrivals;

    Marking(Arrivals arrivals) {
      this.arrivals = arrivals;
    }

    @TaskHandler("MARK")
    void mark(Marked marked) {
      arrivals.saw(marked.text());
    }
  }

  private TestGenerationContext generated(Class<?>... more) {
    TestGenerationContext generation = new TestGenerationContext();
    process(generation, more);
    return generation;
  }

  private ClassName process(TestGenerationContext generation, Class<?>... more) {
    AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    onDatabase(context);
    context.register(Application.class);
    if (more.length > 0) {
      context.register(more);
    }
    return new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
  }

  private void onDatabase(ConfigurableApplicationContext context) {
    TestPropertyValues.of(
            "spring.datasource.url=" + database.url(),
            "spring.datasource.username=" + database.user(),
            "spring.datasource.password=" + database.password())
        .applyTo(context);
  }

  @Test
  void payloadAndResultTypesAreFoundEverywhere() {
    TestGenerationContext generation = generated();
    for (Class<?> carried :
        List.of(
            Payout.class, Money.class, Receipt.class, Reminder.class, Refund.class, Marked.class)) {
      assertKnown(carried, generation);
    }
  }

  @Test
  void payloadsOfDefinitionsAreReadFromTheirCode(CapturedOutput log) {
    TestGenerationContext generation = generated(LibraryTasks.class);
    for (Class<?> carried :
        List.of(
            LibraryTasks.Order.class,
            LibraryTasks.OrderBefore.class,
            LibraryTasks.Parcel.class,
            LibraryTasks.Invoice.class)) {
      assertKnown(carried, generation);
    }
    assertThat(log).doesNotContain("are unknown");
  }

  @Test
  void definitionWithUnknownPayloadIsReported(CapturedOutput log) {
    generated(UnseenTasks.class);
    assertThat(log)
        .contains("The payloads of the TaskDefinition bean 'hidden' are unknown")
        .contains("@RegisterReflectionForBinding");
  }

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration(FlywayAutoConfiguration.class)
  static class WithFlyway {}

  @Test
  @CompileWithForkedClassLoader
  void processedApplicationWithFlywayHasBatonsAndItsOwnTables() {
    TestGenerationContext generation = new TestGenerationContext();
    ClassName initializer = process(generation, WithFlyway.class);
    generation.writeGeneratedContent();
    TestCompiler.forSystem()
        .with(generation)
        .compile(
            compiled -> {
              GenericApplicationContext context = new GenericApplicationContext();
              onDatabase(context);
              starting(compiled, initializer).initialize(context);
              try (context) {
                context.refresh();
                UUID id =
                    context.getBean(Tasks.class).add(TaskRequest.of(TaskType.of("PAY"))).taskId();
                assertThat(context.getBean(Operations.class).find(id)).isPresent();
                JdbcTemplate jdbc = new JdbcTemplate(context.getBean(DataSource.class));
                assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM own", Long.class)).isZero();
              }
            });
  }

  @SuppressWarnings("unchecked")
  private static ApplicationContextInitializer<GenericApplicationContext> starting(
      Compiled compiled, ClassName name) {
    return compiled.getInstance(ApplicationContextInitializer.class, name.toString());
  }

  private static void assertKnown(Class<?> carried, TestGenerationContext generation) {
    assertThat(RuntimeHintsPredicates.reflection().onType(carried))
        .as(carried.getSimpleName())
        .accepts(generation.getRuntimeHints());
  }
}
