package dev.baton.quarkus.runtime;

import dev.baton.Baton;
import dev.baton.api.TaskType;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.cluster.BucketOptions;
import dev.baton.cluster.NodeRole;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.TaskOptions;
import dev.baton.handler.internal.Definition;
import dev.baton.hook.AddDecorator;
import dev.baton.hook.TaskInterceptor;
import dev.baton.hook.TaskListener;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jta.JtaTransactions;
import dev.baton.operate.incident.Incidents;
import dev.baton.quarkus.BatonConfig;
import dev.baton.schedule.Schedule;
import dev.baton.spi.Leadership;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.TriggerChannel;
import io.quarkus.arc.All;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Builds the node from the application's beans and configuration. */
@Singleton
class NodePlan {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration PATIENCE_OF_DEVELOPERS = Duration.ofSeconds(2);

  private final Map<String, BucketOptions> buckets = new TreeMap<>();

  @Inject BatonConfig config;
  @Inject MarkedMethods marked;
  @Inject JtaTransactions transactions;
  @Inject @All List<TaskType<?, ?>> types;
  @Inject @All List<TaskOptions> taskOptions;
  @Inject @All List<TaskDefinition<?, ?>> definitions;
  @Inject @All List<Schedule> schedules;
  @Inject @All List<BucketOptions> options;
  @Inject @All List<TaskListener> listeners;
  @Inject @All List<TaskInterceptor> interceptors;
  @Inject @All List<AddDecorator> decorators;
  @Inject Instance<PayloadCodec> codec;
  @Inject Instance<TriggerChannel> channel;
  @Inject Instance<Leadership> leadership;
  @Inject Instance<NodeRuntime> runtime;
  @Inject Instance<Incidents> incidents;

  /** Returns the configured node, not started. Its buckets are started later. */
  Baton.Builder node() {
    TaskMethods methods = new TaskMethods(marked, types, taskOptions);
    List<TaskDefinition<?, ?>> all = new ArrayList<>(methods.definitions());
    all.addAll(definitions);
    plan(all);
    Baton.Builder node =
        Baton.builder(JdbcStore.of(transactions.outside()).networkTimeout(config.networkTimeout()))
            .transactions(transactions)
            .settings(this::settings)
            .define(all);
    buckets.values().forEach(bucket -> node.bucket(bucket.startedByHand()));
    surround(node);
    if (config.role() == NodeRole.CLIENT) {
      node.client();
    } else {
      node.schedule(methods.schedules().toArray(Schedule[]::new));
      schedules.forEach(node::schedule);
    }
    config.name().ifPresent(node::name);
    return node;
  }

  /** Returns the buckets to start when the application is ready; known once a node is built. */
  List<String> buckets() {
    return config.role() == NodeRole.CLIENT
        ? List.of()
        : buckets.values().stream()
            .filter(BucketOptions::autoStart)
            .map(BucketOptions::name)
            .toList();
  }

  /** Returns the time for running handlers to finish when the application stops. */
  Duration patience() {
    return config
        .shutdown()
        .orElse(LaunchMode.current() == LaunchMode.NORMAL ? PATIENCE : PATIENCE_OF_DEVELOPERS);
  }

  private void plan(List<TaskDefinition<?, ?>> all) {
    config.buckets().forEach((name, bucket) -> buckets.put(name, bucket.named(name)));
    Set<String> byBeans = new HashSet<>();
    for (BucketOptions bucket : options) {
      if (!byBeans.add(bucket.name())) {
        throw new ConfigurationException(
            "Several beans have options of the bucket " + bucket.name() + ". Keep only one");
      }
      buckets.put(bucket.name(), bucket);
    }
    buckets.computeIfAbsent(BucketOptions.DEFAULT, BucketOptions::named);
    all.forEach(one -> buckets.computeIfAbsent(Definition.of(one).bucket(), BucketOptions::named));
  }

  private NodeSettings settings(NodeSettings usual) {
    NodeSettings changed = figures(usual);
    changed = config.virtualThreads() ? changed : changed.withoutVirtualThreads();
    changed = config.sweeper() ? changed : changed.withoutSweeper();
    changed = config.pruner() ? changed : changed.withoutPruner();
    return config.schedules() ? changed : changed.withoutSchedules();
  }

  private NodeSettings figures(NodeSettings usual) {
    return usual
        .lease(config.lease().orElse(usual.lease()))
        .poll(config.poll().orElse(usual.poll()))
        .sweep(config.sweep().orElse(usual.sweep()))
        .hintExpiry(config.hintExpiry().orElse(usual.hintExpiry()))
        .maxRunning(config.maxRunning().orElse(usual.maxRunning()))
        .payloadHeapPercent(config.payloadHeapPercent().orElse(usual.payloadHeapPercent()))
        .completionBatch(config.completionBatch().orElse(usual.completionBatch()))
        .shutdown(patience())
        .keepDone(config.keepDone().orElse(usual.keepDone()))
        .keepFailed(config.keepFailed().orElse(usual.keepFailed()))
        .unknownTypeGrace(config.unknownTypeGrace().orElse(usual.unknownTypeGrace()));
  }

  private void surround(Baton.Builder node) {
    listeners.forEach(node::listener);
    interceptors.forEach(node::interceptor);
    decorators.forEach(node::decorator);
    single(PayloadCodec.class, codec).ifPresent(node::codec);
    single(TriggerChannel.class, channel).ifPresent(node::channel);
    single(Leadership.class, leadership).ifPresent(node::leadership);
    single(NodeRuntime.class, runtime).ifPresent(node::runtime);
    single(Incidents.class, incidents).ifPresent(node::incidents);
    if (config.requireTransaction()) {
      node.requireTransaction();
    }
  }

  /**
   * Returns the only bean of this type.
   *
   * @throws ConfigurationException if several exist
   */
  private static <T> Optional<T> single(Class<T> type, Instance<T> found) {
    if (found.isAmbiguous()) {
      throw new ConfigurationException(
          "Baton uses one bean of type "
              + type.getSimpleName()
              + ", but several exist: "
              + found
                  .handlesStream()
                  .map(handle -> handle.getBean().toString())
                  .sorted()
                  .collect(Collectors.joining(", "))
              + ". Keep only one, or mark one of them @Alternative and @Priority");
    }
    return found.isResolvable() ? Optional.of(found.get()) : Optional.empty();
  }
}
