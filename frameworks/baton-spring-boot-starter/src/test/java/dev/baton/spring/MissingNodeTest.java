package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.api.Tasks;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.local.LocalH2;
import dev.baton.operate.Operations;
import dev.baton.spring.boot.BatonAutoConfiguration;
import dev.baton.spring.boot.MissingNodeAutoConfiguration;
import dev.baton.spring.error.BatonSetupException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

/** An application that uses durable tasks needs a node. */
@ExtendWith(OutputCaptureExtension.class)
class MissingNodeTest {
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  BatonAutoConfiguration.class, MissingNodeAutoConfiguration.class));

  record PayoutMade(String id) {}

  static class Handles {
    @TaskHandler("PAY")
    void pay(String payout) {}
  }

  static class ByTheClock {
    @CronTask(name = "CLOSE_DAY", cron = "0 30 18 * * MON-FRI", zone = "Europe/Berlin")
    void closeDay() {}
  }

  static class Listens {
    @TaskHandler("NOTIFY")
    @DurableListener
    void on(PayoutMade event) {}
  }

  @ParameterizedTest
  @ValueSource(classes = {Handles.class, ByTheClock.class, Listens.class})
  void annotatedMethodsWithoutDataSourceStopTheStart(Class<?> bean) {
    runner
        .withBean(bean)
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .isInstanceOf(BatonSetupException.class)
                    .hasMessageContaining(bean.getSimpleName() + ".")
                    .hasMessageContaining("no DataSource bean exists")
                    .hasMessageContaining("spring.datasource.url"));
  }

  @Test
  void definitionsWithoutDataSourceStopTheStart() {
    runner
        .withBean(
            "payouts",
            TaskDefinition.class,
            () -> RawDefinition.of("PAY", attempt -> Outcome.done()))
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .isInstanceOf(BatonSetupException.class)
                    .hasMessageContaining("payouts")
                    .hasMessageContaining("no DataSource bean exists"));
  }

  @Test
  void applicationWithoutTasksStarts() {
    runner.run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void inactiveMethodsAreLoggedWhileBatonIsDisabled(CapturedOutput output) {
    runner
        .withPropertyValues("baton.enabled=false")
        .withBean(Handles.class)
        .withBean(ByTheClock.class)
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(output.getOut())
        .contains("baton.enabled is false", "Handles.pay", "ByTheClock.closeDay");
  }

  /** The event would be lost without a message. */
  @Test
  void durableListenerStopsTheStartWhileBatonIsDisabled() {
    runner
        .withPropertyValues("baton.enabled=false")
        .withBean(Listens.class)
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .isInstanceOf(BatonSetupException.class)
                    .hasMessageContaining("Listens.on")
                    .hasMessageContaining("baton.enabled is false"));
  }

  @Test
  void annotatedMethodsWithCustomNodeStopTheStart() {
    TestContexts.onH2()
        .withBean(Handles.class)
        .withBean(
            Baton.class,
            () -> {
              DataSource dataSource = SpringFixture.pool(LocalH2.newDatabase());
              dev.baton.jdbc.BatonSchema.apply(dataSource);
              return dev.baton.Baton.builder(dev.baton.jdbc.JdbcStore.of(dataSource)).start();
            })
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .isInstanceOf(BatonSetupException.class)
                    .hasMessageContaining("Handles.pay")
                    .hasMessageContaining("its own Baton bean"));
  }

  static class Adds {
    Adds(Tasks tasks) {}
  }

  static class Operates {
    Operates(Operations operations) {}
  }

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({BatonAutoConfiguration.class, MissingNodeAutoConfiguration.class})
  static class Application {}

  @Test
  void injectionOfTasksReportsWhyNoNodeExists(CapturedOutput output) {
    fails(Adds.class);
    assertThat(output.getOut())
        .contains("APPLICATION FAILED TO START", "Tasks", "no DataSource bean exists")
        .contains("spring.datasource.url");
    fails(Operates.class, "--baton.enabled=false");
    assertThat(output.getOut()).contains("Operations", "baton.enabled is false");
  }

  private static void fails(Class<?> bean, String... arguments) {
    assertThatThrownBy(
            () ->
                new SpringApplicationBuilder(Application.class, bean)
                    .web(WebApplicationType.NONE)
                    .run(arguments))
        .isInstanceOf(Exception.class);
  }
}
