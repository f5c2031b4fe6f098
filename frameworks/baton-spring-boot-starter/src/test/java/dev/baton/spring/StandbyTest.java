package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.operate.StandbyRead;
import dev.baton.operate.TaskFilter;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** What operators search is read from the data source that a property names. */
class StandbyTest {
  private final ApplicationContextRunner runner =
      TestContexts.onH2().withUserConfiguration(TwoSources.class);

  @Test
  void aPropertyNamesTheDataSourceThatSearchesReadFrom() {
    runner
        .withPropertyValues("baton.standby.data-source=reports")
        .run(
            context -> {
              Baton baton = context.getBean(BatonNode.class).baton();
              assertThat(searched(baton).map(StandbyRead::problem)).isEmpty();
              assertThat(searched(baton)).isPresent();
            });
  }

  @Test
  void withoutItSearchesReadWhereBatonIs() {
    runner.run(context -> assertThat(searched(context.getBean(BatonNode.class).baton())).isEmpty());
  }

  private static Optional<StandbyRead> searched(Baton baton) {
    return baton.forReader(
        Duration.ofSeconds(10),
        () -> {
          baton.operations().search(TaskFilter.all()).page(10);
          return baton.standbyRead();
        });
  }

  @Configuration(proxyBeanMethods = false)
  static class TwoSources {
    @Bean(defaultCandidate = false)
    DataSource reports(DataSource dataSource) {
      return new DelegatingDataSource(dataSource);
    }
  }
}
