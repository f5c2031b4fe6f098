package dev.baton.quarkus.runtime;

import dev.baton.Baton;
import dev.baton.handler.internal.RowTasks;
import dev.baton.jta.JtaTransactions;
import dev.baton.operate.Operations;
import dev.baton.operate.cluster.Cluster;
import dev.baton.quarkus.BatonConfig;
import dev.baton.schedule.Schedules;
import io.agroal.api.AgroalDataSource;
import io.quarkus.agroal.DataSource;
import io.quarkus.arc.DefaultBean;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;

/**
 * The beans of the node that an application injects. The node starts when one of them is first
 * used.
 */
@Singleton
class BatonBeans {

  @Produces
  @Singleton
  @DefaultBean
  JtaTransactions transactions(
      BatonConfig config,
      @Any Instance<AgroalDataSource> dataSources,
      TransactionManager manager,
      TransactionSynchronizationRegistry registry) {
    Instance<AgroalDataSource> chosen =
        config.dataSource().isPresent()
            ? dataSources.select(new DataSource.DataSourceLiteral(config.dataSource().get()))
            : dataSources.select(Default.Literal.INSTANCE);
    if (!chosen.isResolvable()) {
      throw new ConfigurationException(
          config
              .dataSource()
              .map(name -> "baton.data-source is " + name + ", but no such data source exists")
              .orElse("Baton needs a data source, but no default one exists")
              .concat(". Configure quarkus.datasource, or name the one in baton.data-source"));
    }
    return JtaTransactions.of(chosen.get(), manager, registry);
  }

  @Produces
  @Singleton
  @DefaultBean
  Baton baton(BatonNode node) {
    return node.baton();
  }

  @Produces
  @ApplicationScoped
  @DefaultBean
  RowTasks tasks(BatonNode node) {
    return (RowTasks) node.baton().tasks();
  }

  @Produces
  @ApplicationScoped
  @DefaultBean
  Operations operations(BatonNode node) {
    return node.baton().operations();
  }

  @Produces
  @ApplicationScoped
  @DefaultBean
  Cluster cluster(BatonNode node) {
    return node.baton().cluster();
  }

  @Produces
  @ApplicationScoped
  @DefaultBean
  Schedules schedules(BatonNode node) {
    return node.baton().schedules();
  }
}
