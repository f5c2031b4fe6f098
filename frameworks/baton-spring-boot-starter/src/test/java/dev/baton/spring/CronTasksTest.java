package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.schedule.Tick;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Tests methods that run by the clock, as tasks of schedules. */
class CronTasksTest {
  private final ApplicationContextRunner runner =
      TestContexts.onH2().withUserConfiguration(Noted.class);

  @Configuration(proxyBeanMethods = false)
  static class Noted {
    @Bean
    Arrivals arrivals() {
      return new Arrivals();
    }
  }

  static class Ticking {
    private final Arrivals arrivals;

    Ticking(Arrivals arrivals) {
      this.arrivals = arrivals;
    }

    @CronTask(name = "EACH_SECOND", cron = "* * * * * *")
    void tick(Tick tick) {
      arrivals.saw("tick of " + tick.schedule());
    }

    @TaskHandler("REPORT")
    @CronTask(cron = "${report.cron}", zone = "Europe/Berlin")
    void report() {}
  }

  @Test
  void cronMethodsTickAndRunAsTasks() {
    runner
        .withBean(Ticking.class)
        .withPropertyValues("report.cron=0 30 18 * * MON-FRI")
        .run(
            context -> {
              assertThat(context.getBean(Arrivals.class).next()).isEqualTo("tick of EACH_SECOND");
              assertThat(context.getBean(dev.baton.schedule.Schedules.class).find("REPORT"))
                  .hasValueSatisfying(
                      state ->
                          assertThat(state.schedule().timing().text())
                              .isEqualTo("cron Europe/Berlin 0 30 18 * * MON-FRI"));
            });
  }
}
