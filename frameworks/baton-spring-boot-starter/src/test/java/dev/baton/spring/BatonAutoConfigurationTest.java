package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.cluster.BucketOptions;
import dev.baton.cluster.NodeRole;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.local.LocalH2;
import dev.baton.spi.Transactions;
import dev.baton.spring.schema.SchemaStep;
import dev.baton.task.Bytes;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.MDC;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/** Tests which beans are configured, which ones back off, the properties, and what is refused. */
@Tag("boot3")
@ExtendWith(OutputCaptureExtension.class)
class BatonAutoConfigurationTest {
  private final ApplicationContextRunner runner = TestContexts.onH2();

  @Test
  void everyBeanGivesWayToTheApplicationsBean() {
    runner
        .withUserConfiguration(OwnBeans.class)
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              assertThat(context).getBeans(Transactions.class).containsOnlyKeys("ownTransactions");
              assertThat(context).getBeans(BatonSetup.class).containsOnlyKeys("ownSetup");
              assertThat(context).getBeans(SchemaStep.class).containsOnlyKeys("ownSchema");
              assertThat(context).getBeans(Tasks.class).containsOnlyKeys("ownTasks");
              assertThat(context.getBean(BatonNode.class).baton().transactions())
                  .isSameAs(context.getBean("ownTransactions"));
            });
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnBeans {
    @Bean
    JdbcTransactions ownTransactions(DataSource dataSource) {
      return JdbcTransactions.of(dataSource);
    }

    @Bean
    BatonSetup ownSetup() {
      return BatonSetup.defaults();
    }

    @Bean
    SchemaStep ownSchema() {
      return dev.baton.jdbc.BatonSchema::apply;
    }

    @Bean
    Tasks ownTasks(BatonNode node) {
      return LateProxy.of(Tasks.class, () -> node.baton().tasks());
    }
  }

  @Test
  void applicationWithItsOwnNodeHasNoOther() {
    runner
        .withBean(
            Baton.class,
            () -> {
              DataSource dataSource = SpringFixture.pool(LocalH2.newDatabase());
              dev.baton.jdbc.BatonSchema.apply(dataSource);
              return dev.baton.Baton.builder(dev.baton.jdbc.JdbcStore.of(dataSource)).start();
            })
        .run(context -> assertThat(context).doesNotHaveBean(BatonNode.class));
  }

  @Test
  void nodeCanBeDisabledAndNeedsADataSource() {
    runner
        .withPropertyValues("baton.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean(BatonNode.class));
    new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(dev.baton.spring.boot.BatonAutoConfiguration.class))
        .run(context -> assertThat(context).doesNotHaveBean(BatonNode.class));
  }

  @Test
  void logContextUsesTheConfiguredNames() {
    CompletableFuture<String> logged = new CompletableFuture<>();
    runner
        .withPropertyValues("baton.log-names.task-type=kind")
        .withBean(
            TaskDefinition.class,
            () ->
                RawDefinition.of(
                    "T",
                    attempt -> {
                      logged.complete(MDC.get("kind") + " " + MDC.get("batonTaskId"));
                      return Outcome.done();
                    }))
        .run(
            context -> {
              context.getBean(BatonNode.class).claim();
              UUID id = context.getBean(Tasks.class).add(TaskRequest.of(TaskType.of("T"))).taskId();
              assertThat(logged.get(10, TimeUnit.SECONDS)).isEqualTo("T " + id);
            });
  }

  @Test
  void propertiesChangeSettingsAndKeepOtherDefaults() {
    runner
        .withPropertyValues(
            "baton.name=left",
            "baton.role=client",
            "baton.lease=45s",
            "baton.max-running=12",
            "baton.payload-heap-percent=20",
            "baton.keep-done=0s",
            "baton.sweeper=false",
            "baton.pruner=false",
            "baton.schedules=false",
            "baton.buckets.slow.claim-batch=3",
            "baton.buckets.slow.auto-start=false",
            "spring.lifecycle.timeout-per-shutdown-phase=60s")
        .run(
            context -> {
              BatonSetup setup = context.getBean(BatonSetup.class);
              NodeSettings settings =
                  setup.settings().apply(NodeSettings.defaults().poll(Duration.ofMillis(75)));
              assertThat(settings)
                  .isEqualTo(
                      NodeSettings.defaults()
                          .poll(Duration.ofMillis(75))
                          .lease(Duration.ofSeconds(45))
                          .maxRunning(12)
                          .payloadHeapPercent(20)
                          .keepDone(Duration.ZERO)
                          .withoutSweeper()
                          .withoutPruner()
                          .withoutSchedules()
                          .withoutVirtualThreads());
              assertThat(setup.name()).isEqualTo("left");
              assertThat(setup.role()).isEqualTo(NodeRole.CLIENT);
              assertThat(setup.patience()).isEqualTo(Duration.ofSeconds(40));
              assertThat(setup.buckets())
                  .containsExactly(BucketOptions.named("slow").claimBatch(3).startedByHand());
              assertThat(context.getBean(BatonNode.class).baton().definitions()).isEmpty();
            });
  }

  @Test
  void invalidValuesAreReportedWithTheirProperty() {
    refused("baton.hint-expiry=1ms", "baton.hint-expiry must be between");
    refused("baton.max-running=0", "baton.max-running must be between 1 and 100000, not 0");
    refused("baton.network-timeout=0s", "baton.network-timeout must be positive");
    refused("baton.buckets.b.claim-batch=0", "baton.buckets.b: A bucket must have a claimBatch");
    refused("baton.shutdown=40s", "spring.lifecycle.timeout-per-shutdown-phase to more");
    refused("baton.log-names.task-id=batonTaskType", "baton.log-names: The names");
    refused("baton.data-source=nowhere", "baton.data-source is nowhere");
    refused("baton.transaction-manager=nobody", "baton.transaction-manager is nobody");
  }

  @Test
  void unknownPropertyIsReportedWithTheNearestName(CapturedOutput output) {
    runner
        .withPropertyValues(
            "baton.laese=40s",
            "baton.kafka.brokrs=x:1",
            "baton.quite-another=1",
            "baton.hintExpiry=2m",
            "baton.buckets.slow.claim-batch=3")
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(output.getOut())
        .containsPattern("no property baton.laese .*Did you mean baton.lease\\?")
        .containsPattern("no property baton.kafka.brokrs .*Did you mean baton.kafka.brokers\\?")
        .containsPattern("no property baton.quite-another .*lists all properties")
        .doesNotContain("no property baton.hintExpiry", "no property baton.buckets");
  }

  private void refused(String property, String words) {
    runner
        .withPropertyValues(property)
        .run(context -> assertThat(context).getFailure().hasStackTraceContaining(words));
  }

  @Test
  void failuresAreReportedWithTheRemedy() {
    runner
        .withPropertyValues("baton.schema=validate")
        .run(
            context -> {
              FailureAnalysis told = analysis(context.getStartupFailure());
              assertThat(told.getDescription()).contains("Baton's tables are missing");
              assertThat(told.getAction()).contains("baton.schema=apply");
            });
    runner
        .withUserConfiguration(TwoWithoutAMark.class)
        .run(
            context -> {
              FailureAnalysis told = analysis(context.getStartupFailure());
              assertThat(told.getDescription()).contains("Several data sources exist");
              assertThat(told.getAction()).contains("@BatonDataSource");
            });
    runner
        .withPropertyValues("spring.datasource.url=jdbc:postgresql://127.0.0.1:1/nothing")
        .run(
            context -> {
              FailureAnalysis told = analysis(context.getStartupFailure());
              assertThat(told.getAction()).containsIgnoringCase("check");
            });
  }

  private static FailureAnalysis analysis(Throwable failure) {
    return SpringFactoriesLoader.forDefaultResourceLocation()
        .load(FailureAnalyzer.class, SpringFactoriesLoader.FailureHandler.logging(LOG))
        .stream()
        .filter(one -> one.getClass().getName().startsWith("dev.baton"))
        .map(one -> one.analyze(failure))
        .filter(Objects::nonNull)
        .findFirst()
        .orElseThrow();
  }

  private static final org.apache.commons.logging.Log LOG =
      org.apache.commons.logging.LogFactory.getLog(BatonAutoConfigurationTest.class);

  @Configuration(proxyBeanMethods = false)
  static class TwoWithoutAMark {
    @Bean
    DataSource one() {
      return SpringFixture.pool(LocalH2.newDatabase());
    }

    @Bean
    DataSource two() {
      return SpringFixture.pool(LocalH2.newDatabase());
    }
  }

  @Configuration
  static class TwoMarked {
    @Bean
    @Primary
    DataSource reports() {
      return SpringFixture.pool(LocalH2.newDatabase());
    }

    @Bean
    @BatonDataSource
    DataSource payments() {
      return SpringFixture.pool(LocalH2.newDatabase());
    }

    @Bean
    @Primary
    PlatformTransactionManager reportsTransactions() {
      return new JdbcTransactionManager(reports());
    }

    @Bean
    PlatformTransactionManager paymentsTransactions() {
      return new JdbcTransactionManager(payments());
    }
  }

  @Test
  void primaryOrNamedDataSourceIsUsed() {
    runner
        .withUserConfiguration(TwoMarked.class)
        .run(context -> isOn(context.getBean(BatonDatabase.class), context, "payments"));
    runner
        .withUserConfiguration(TwoMarked.class)
        .withPropertyValues("baton.data-source=reports")
        .run(context -> isOn(context.getBean(BatonDatabase.class), context, "reports"));
  }

  private static void isOn(
      BatonDatabase database, org.springframework.context.ApplicationContext context, String name) {
    assertThat(database.dataSource()).isSameAs(context.getBean(name));
    assertThat(database.manager()).isSameAs(context.getBean(name + "Transactions"));
    assertThat(context.getBean(Tasks.class).add(TaskRequest.of(TaskType.of("X"))).wasAdded())
        .isTrue();
    assertThat(
            new JdbcTemplate((DataSource) context.getBean(name))
                .queryForObject("SELECT COUNT(*) FROM baton_task", Long.class))
        .isEqualTo(1);
  }

  @Test
  void managerOfTheOtherDataSourceIsRefused() {
    runner
        .withUserConfiguration(TwoMarked.class)
        .withPropertyValues("baton.transaction-manager=reportsTransactions")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining("is for another data source"));
  }

  @Configuration(proxyBeanMethods = false)
  @Import(BatonConfiguration.class)
  static class WithoutBoot {
    @Bean
    DataSource dataSource() {
      return SpringFixture.pool(LocalH2.newDatabase());
    }

    @Bean
    PlatformTransactionManager transactionManager(DataSource dataSource) {
      return new JdbcTransactionManager(dataSource);
    }

    @Bean
    BatonSetup setup() {
      return BatonSetup.defaults().settings(UnaryOperator.identity());
    }

    @Bean
    Arrivals arrivals() {
      return new Arrivals();
    }

    @Bean
    Handler handler(Arrivals arrivals) {
      return new Handler(arrivals);
    }
  }

  static class Handler {
    private final Arrivals arrivals;

    Handler(Arrivals arrivals) {
      this.arrivals = arrivals;
    }

    @TaskHandler("PLAIN")
    void handle(String text) {
      arrivals.saw(text);
    }
  }

  @Test
  void oneImportIsEnoughWithoutBoot() throws Exception {
    try (var context = new AnnotationConfigApplicationContext(WithoutBoot.class)) {
      assertThat(context.getBeansOfType(BatonSetup.class)).containsOnlyKeys("setup");
      context.getBean(Tasks.class).add(TaskType.of("PLAIN", Bytes.class).with(Bytes.of("no boot")));
      assertThat(context.getBean(Arrivals.class).next()).isEqualTo("no boot");
    }
  }
}
