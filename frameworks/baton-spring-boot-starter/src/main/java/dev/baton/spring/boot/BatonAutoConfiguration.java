package dev.baton.spring.boot;

import dev.baton.cluster.NodeSettings;
import dev.baton.spring.BatonBeans;
import dev.baton.spring.BatonCustomizer;
import dev.baton.spring.BatonNode;
import dev.baton.spring.BatonSetup;
import dev.baton.spring.error.BatonSetupException;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/** Adds a Baton node to an application with a data source. */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
      "org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration",
      "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
      "org.springframework.boot.transaction.jta.autoconfigure.JtaAutoConfiguration",
      "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration",
      "org.springframework.boot.liquibase.autoconfigure.LiquibaseAutoConfiguration",
      // The names of these classes in Spring Boot 3.
      "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
      "org.springframework.boot.autoconfigure.jdbc.DataSourceTransactionManagerAutoConfiguration",
      "org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration",
      "org.springframework.boot.autoconfigure.transaction.jta.JtaAutoConfiguration",
      "org.springframework.boot.autoconfigure.flyway.FlywayAutoConfiguration",
      "org.springframework.boot.autoconfigure.liquibase.LiquibaseAutoConfiguration"
    })
@ConditionalOnBean(DataSource.class)
@ConditionalOnProperty(prefix = "baton", name = "enabled", matchIfMissing = true)
@EnableConfigurationProperties({
  BatonProperties.class,
  NodeProperties.class,
  DutyProperties.class,
  LogNameProperties.class
})
@Import(BatonBeans.class)
public final class BatonAutoConfiguration {
  private static final String PHASE_TIMEOUT = "spring.lifecycle.timeout-per-shutdown-phase";

  @Bean
  @ConditionalOnMissingBean
  BatonSetup batonSetup(
      BatonProperties properties,
      NodeProperties node,
      DutyProperties duties,
      Environment environment) {
    SupportedBoot.check();
    UnknownProperties.warn(environment);
    Duration phase =
        Binder.get(environment).bind(PHASE_TIMEOUT, Duration.class).orElse(Duration.ofSeconds(30));
    Duration patience = patience(node, phase);
    return new BatonSetup(
        properties.name(),
        properties.role(),
        new BatonSetup.Database(
            properties.dataSource(),
            properties.transactionManager(),
            properties.schema(),
            properties.networkTimeout()),
        usual -> threads(environment, duties.on(node.on(usual))),
        patience,
        properties.requireTransaction(),
        properties.bucketOptions());
  }

  /**
   * Turns virtual threads off unless Spring Boot's property enables them. Spring Boot's own class
   * for this is in a different package in each major version.
   */
  private static NodeSettings threads(Environment environment, NodeSettings settings) {
    boolean virtual =
        Runtime.version().feature() >= 21
            && environment.getProperty("spring.threads.virtual.enabled", Boolean.class, false);
    return virtual ? settings : settings.withoutVirtualThreads();
  }

  @Bean
  @ConditionalOnMissingBean(name = "batonLogNames")
  BatonCustomizer batonLogNames(LogNameProperties properties) {
    return node -> node.settings(s -> s.logNames(properties.named()));
  }

  /**
   * Returns the time for running handlers to finish. The rest of the phase remains for interrupted
   * handlers and their outcomes.
   */
  private static Duration patience(NodeProperties properties, Duration phase) {
    Duration said = properties.shutdown();
    if (said == null) {
      return phase.multipliedBy(2).dividedBy(3);
    }
    if (said.compareTo(phase) >= 0) {
      throw new BatonSetupException(
          "baton.shutdown is "
              + Texts.duration(said)
              + ", but Spring ends each phase of a shutdown after "
              + Texts.duration(phase),
          "Set " + PHASE_TIMEOUT + " to more, or baton.shutdown to less");
    }
    return said;
  }

  /** Runs handlers only after runners have run and the application is ready. */
  @Bean
  @ConditionalOnMissingBean(name = "batonApplicationReady")
  ApplicationListener<ApplicationReadyEvent> batonApplicationReady(ObjectProvider<BatonNode> node) {
    return event -> node.ifAvailable(BatonNode::claim);
  }
}
