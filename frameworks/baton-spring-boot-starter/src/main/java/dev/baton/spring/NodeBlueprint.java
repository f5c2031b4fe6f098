package dev.baton.spring;

import dev.baton.Baton;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.cluster.BucketOptions;
import dev.baton.cluster.NodeRole;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.Definition;
import dev.baton.hook.AddDecorator;
import dev.baton.hook.TaskInterceptor;
import dev.baton.hook.TaskListener;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.OperatorConnections;
import dev.baton.operate.incident.Incidents;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleRule;
import dev.baton.spi.Leadership;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.Transactions;
import dev.baton.spi.TriggerChannel;
import dev.baton.spring.error.BatonSetupException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Builds the node from the application's beans: definitions, schedules, listeners and others. The
 * buckets of {@link #buckets} are started later, when the application is ready.
 */
public final class NodeBlueprint {
  private final ConfigurableListableBeanFactory beans;
  private final BatonSetup setup;
  private final BatonDatabase database;
  private final Transactions transactions;
  private final Consumer<TaskMethods> found;
  private final List<TaskDefinition<?, ?>> definitions = new ArrayList<>();
  private final Map<String, BucketOptions> buckets = new TreeMap<>();

  NodeBlueprint(
      ConfigurableListableBeanFactory beans,
      BatonSetup setup,
      BatonDatabase database,
      Transactions transactions,
      Consumer<TaskMethods> found) {
    this.beans = beans;
    this.setup = setup;
    this.database = database;
    this.transactions = transactions;
    this.found = found;
  }

  /**
   * Returns a new node with this configuration, not started. Its buckets are started later.
   *
   * @param refined changes each definition last
   */
  public Baton.Builder node(UnaryOperator<TaskDefinition<?, ?>> refined) {
    TaskMethods methods = TaskMethods.of(beans);
    methods.refuseOtherDatabases(database);
    found.accept(methods);
    define(methods);
    Baton.Builder node =
        Baton.builder(
                JdbcStore.of(database.dataSource())
                    .networkTimeout(setup.database().networkTimeout())
                    .operators(operators()))
            .transactions(transactions)
            .settings(settings());
    node.define(definitions.stream().map(refined).toList());
    buckets.values().forEach(options -> node.bucket(options.startedByHand()));
    surround(node);
    if (setup.role() == NodeRole.CLIENT) {
      node.client();
    } else {
      declare(node, methods);
    }
    if (setup.name() != null) {
      node.name(setup.name());
    }
    beans
        .getBeanProvider(BatonCustomizer.class)
        .orderedStream()
        .forEach(customizer -> customizer.customize(node));
    return node;
  }

  private OperatorConnections operators() {
    return single(OperatorConnections.class).orElseGet(OperatorConnections::usual);
  }

  /** Changes the default settings to those of the node. */
  public UnaryOperator<NodeSettings> settings() {
    return usual -> setup.settings().apply(usual.shutdown(setup.patience()));
  }

  /** Returns the data source with the node's tasks. */
  public DataSource dataSource() {
    return database.dataSource();
  }

  /** Returns the buckets to start when the application is ready; known once a node is built. */
  public List<String> buckets() {
    return setup.role() == NodeRole.CLIENT
        ? List.of()
        : buckets.values().stream()
            .filter(BucketOptions::autoStart)
            .map(BucketOptions::name)
            .toList();
  }

  private void define(TaskMethods methods) {
    definitions.clear();
    definitions.addAll(methods.definitions());
    beans.getBeanProvider(TaskDefinition.class).orderedStream().forEach(definitions::add);
    beans
        .getBeanProvider(TaskDefinitions.class)
        .orderedStream()
        .forEach(several -> definitions.addAll(several.definitions()));
    buckets.clear();
    setup.buckets().forEach(options -> buckets.put(options.name(), options));
    Map<String, String> beanOfBucket = new TreeMap<>();
    BeanFactoryUtils.beansOfTypeIncludingAncestors(beans, BucketOptions.class)
        .forEach(
            (bean, options) -> {
              String other = beanOfBucket.put(options.name(), bean);
              if (other != null) {
                throw new BatonSetupException(
                    "Several beans have options of the bucket "
                        + options.name()
                        + ": "
                        + other
                        + ", "
                        + bean,
                    "Keep only one");
              }
              buckets.put(options.name(), options);
            });
    buckets.computeIfAbsent(BucketOptions.DEFAULT, BucketOptions::named);
    for (TaskDefinition<?, ?> definition : definitions) {
      buckets.computeIfAbsent(Definition.of(definition).bucket(), BucketOptions::named);
    }
  }

  private void surround(Baton.Builder node) {
    beans.getBeanProvider(TaskListener.class).orderedStream().forEach(node::listener);
    beans.getBeanProvider(TaskInterceptor.class).orderedStream().forEach(node::interceptor);
    beans.getBeanProvider(AddDecorator.class).orderedStream().forEach(node::decorator);
    single(PayloadCodec.class).ifPresent(node::codec);
    single(TriggerChannel.class).ifPresent(node::channel);
    single(Leadership.class).ifPresent(node::leadership);
    single(NodeRuntime.class).ifPresent(node::runtime);
    single(Incidents.class).ifPresent(node::incidents);
    if (setup.requireTransaction()) {
      node.requireTransaction();
    }
  }

  /**
   * Returns the only bean of this type, or the primary one of several.
   *
   * @throws BatonSetupException if several exist and none is primary
   */
  private <T> Optional<T> single(Class<T> type) {
    try {
      return Optional.ofNullable(beans.getBeanProvider(type).getIfAvailable());
    } catch (NoUniqueBeanDefinitionException several) {
      Collection<String> names = several.getBeanNamesFound();
      throw new BatonSetupException(
          "Baton uses one bean of type "
              + type.getSimpleName()
              + ", but several exist: "
              + (names == null ? several.getMessage() : String.join(", ", names)),
          "Mark one of them @Primary, or keep only one");
    }
  }

  private void declare(Baton.Builder node, TaskMethods methods) {
    node.schedule(methods.schedules().toArray(Schedule[]::new));
    beans.getBeanProvider(Schedule.class).orderedStream().forEach(node::schedule);
    beans.getBeansOfType(ScheduleRule.class).forEach(node::rule);
  }
}
