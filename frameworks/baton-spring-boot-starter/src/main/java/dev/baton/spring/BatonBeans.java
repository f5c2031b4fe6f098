package dev.baton.spring;

import dev.baton.Baton;
import dev.baton.api.Tasks;
import dev.baton.handler.internal.RowTasks;
import dev.baton.jdbc.BatonSchema;
import dev.baton.operate.Operations;
import dev.baton.operate.cluster.Cluster;
import dev.baton.schedule.Schedules;
import dev.baton.spi.Transactions;
import dev.baton.spring.error.BatonSetupException;
import dev.baton.spring.schema.SchemaByTool;
import dev.baton.spring.schema.SchemaStep;
import dev.baton.spring.transaction.ReactiveWatch;
import dev.baton.spring.transaction.SpringTransactions;
import java.util.List;
import java.util.function.Consumer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.transaction.ReactiveTransactionManager;
import org.springframework.util.ClassUtils;

/** The beans of Baton. They need a {@link BatonSetup} bean, which another configuration defines. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingBean(Baton.class)
@ImportRuntimeHints(BatonRuntimeHints.class)
public class BatonBeans {
  /** A bean that exists only in contexts of a SpringApplication, which reports when it is ready. */
  private static final String BOOTED = "springApplicationArguments";

  @Bean
  @ConditionalOnMissingBean
  BatonDatabase batonDatabase(ConfigurableListableBeanFactory beans, BatonSetup setup) {
    return BatonDatabase.of(beans, setup);
  }

  @Bean
  @ConditionalOnMissingBean(Transactions.class)
  SpringTransactions batonTransactions(BatonDatabase database) {
    try {
      return SpringTransactions.of(database.dataSource(), database.manager());
    } catch (IllegalArgumentException wrong) {
      throw new BatonSetupException(
          "Baton can't use these transactions: " + wrong.getMessage(), "Follow the message");
    }
  }

  @Bean
  @ConditionalOnMissingBean
  SchemaStep batonSchemaStep(
      ConfigurableListableBeanFactory beans, BatonSetup setup, BatonDatabase database) {
    return switch (setup.database().schema()) {
      case VALIDATE -> dataSource -> {};
      case APPLY -> BatonSchema::apply;
      case AUTO -> new SchemaByTool(beans, database.migrations());
    };
  }

  @Bean
  @ConditionalOnMissingBean
  BatonNode batonNode(
      ConfigurableListableBeanFactory beans,
      BatonSetup setup,
      BatonDatabase database,
      Transactions transactions,
      SchemaStep schema,
      DurableListeners durable,
      ObjectProvider<NodeStart> start,
      ObjectProvider<BatonStarted> told) {
    if (hasReactiveTransactions(beans)) {
      ReactiveWatch.begin();
    }
    List<BatonStarted> listeners = told.orderedStream().toList();
    Consumer<Baton> started = baton -> listeners.forEach(one -> one.started(baton));
    NodeBlueprint blueprint =
        new NodeBlueprint(beans, setup, database, transactions, durable::found);
    return new BatonNode(
        blueprint,
        start.getIfAvailable(NodeStart::usual),
        schema,
        database,
        setup.patience(),
        started);
  }

  private static boolean hasReactiveTransactions(ConfigurableListableBeanFactory beans) {
    return ClassUtils.isPresent("reactor.core.publisher.Hooks", beans.getBeanClassLoader())
        && beans.getBeanNamesForType(ReactiveTransactionManager.class, true, false).length > 0;
  }

  /**
   * Starts claiming tasks when a plain context is refreshed. Spring Boot itself reports when an
   * application is ready.
   */
  @Bean
  @ConditionalOnMissingBean(name = "batonContextReady")
  ApplicationListener<ContextRefreshedEvent> batonContextReady(
      BatonNode node, ConfigurableListableBeanFactory beans) {
    return event -> {
      if (event.getApplicationContext().getAutowireCapableBeanFactory() == beans
          && !beans.containsSingleton(BOOTED)) {
        node.claim();
      }
    };
  }

  @Bean
  @ConditionalOnMissingBean
  Tasks batonTasks(BatonNode node) {
    return LateProxy.of(RowTasks.class, () -> (RowTasks) node.baton().tasks());
  }

  /**
   * Creates the listener early, so that it gets the first event. An event before the node's start
   * makes its publisher fail.
   */
  @Bean
  @ConditionalOnMissingBean
  DurableListeners batonDurableListeners(
      ConfigurableListableBeanFactory beans, ObjectProvider<Tasks> tasks) {
    // The listener gets the tasks only when it adds one, because an event may be published while a
    // bean that tasks need, such as the pool, is created.
    return new DurableListeners(() -> TaskMethods.of(beans), tasks::getObject);
  }

  @Bean
  @ConditionalOnMissingBean
  Operations batonOperations(BatonNode node) {
    return LateProxy.of(Operations.class, () -> node.baton().operations());
  }

  @Bean
  @ConditionalOnMissingBean
  Cluster batonCluster(BatonNode node) {
    return LateProxy.of(Cluster.class, () -> node.baton().cluster());
  }

  @Bean
  @ConditionalOnMissingBean
  Schedules batonSchedules(BatonNode node) {
    return LateProxy.of(Schedules.class, () -> node.baton().schedules());
  }
}
