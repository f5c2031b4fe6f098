package dev.baton.quarkus.deployment;

import dev.baton.api.TaskType;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.cluster.BucketOptions;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.TaskOptions;
import dev.baton.hook.AddDecorator;
import dev.baton.hook.TaskInterceptor;
import dev.baton.hook.TaskListener;
import dev.baton.operate.incident.Incidents;
import dev.baton.quarkus.BatonStarted;
import dev.baton.quarkus.CronTask;
import dev.baton.quarkus.TaskHandler;
import dev.baton.quarkus.runtime.BatonMeters;
import dev.baton.quarkus.runtime.BatonNode;
import dev.baton.quarkus.runtime.BatonRecorder;
import dev.baton.quarkus.runtime.MarkedMethods;
import dev.baton.schedule.Schedule;
import dev.baton.spi.Leadership;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.TriggerChannel;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.arc.deployment.AutoAddScopeBuildItem;
import io.quarkus.arc.deployment.BeanArchiveIndexBuildItem;
import io.quarkus.arc.deployment.BeanDiscoveryFinishedBuildItem;
import io.quarkus.arc.deployment.SyntheticBeanBuildItem;
import io.quarkus.arc.deployment.UnremovableBeanBuildItem;
import io.quarkus.arc.processor.BuiltinScope;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.ExecutionTime;
import io.quarkus.deployment.annotations.Record;
import io.quarkus.deployment.builditem.FeatureBuildItem;
import io.quarkus.deployment.metrics.MetricsCapabilityBuildItem;
import io.quarkus.runtime.metrics.MetricsFactory;
import io.quarkus.smallrye.health.deployment.spi.HealthBuildItem;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.Set;
import org.jboss.jandex.DotName;

/** The build steps of the extension. */
class BatonProcessor {
  static final Set<DotName> MARKS =
      Set.of(DotName.createSimple(TaskHandler.class), DotName.createSimple(CronTask.class));

  @BuildStep
  FeatureBuildItem feature() {
    return new FeatureBuildItem("baton");
  }

  @BuildStep
  AdditionalBeanBuildItem beans() {
    return AdditionalBeanBuildItem.builder()
        .setUnremovable()
        .addBeanClass(BatonNode.class)
        .addBeanClass("dev.baton.quarkus.runtime.NodePlan")
        .addBeanClass("dev.baton.quarkus.runtime.BatonBeans")
        .build();
  }

  @BuildStep
  HealthBuildItem health() {
    return new HealthBuildItem("dev.baton.quarkus.runtime.BatonHealthCheck", true);
  }

  @BuildStep
  void meters(
      Optional<MetricsCapabilityBuildItem> metrics, BuildProducer<AdditionalBeanBuildItem> beans) {
    if (metrics.isPresent() && metrics.get().metricsSupported(MetricsFactory.MICROMETER)) {
      beans.produce(AdditionalBeanBuildItem.unremovableOf(BatonMeters.class));
    }
  }

  @BuildStep
  void scopes(BuildProducer<AutoAddScopeBuildItem> scopes) {
    for (DotName mark : MARKS) {
      scopes.produce(
          AutoAddScopeBuildItem.builder()
              .containsAnnotations(mark)
              .defaultScope(BuiltinScope.SINGLETON)
              .reason("It has a method that runs tasks")
              .build());
    }
  }

  /** Keeps beans that only the node uses. */
  @BuildStep
  void kept(BuildProducer<UnremovableBeanBuildItem> kept) {
    for (DotName mark : MARKS) {
      kept.produce(UnremovableBeanBuildItem.beanClassAnnotation(mark));
    }
    kept.produce(
        UnremovableBeanBuildItem.beanTypes(
            TaskType.class,
            TaskDefinition.class,
            TaskOptions.class,
            Schedule.class,
            BucketOptions.class,
            TaskListener.class,
            TaskInterceptor.class,
            AddDecorator.class,
            Incidents.class,
            PayloadCodec.class,
            TriggerChannel.class,
            Leadership.class,
            NodeRuntime.class,
            BatonStarted.class));
  }

  @BuildStep
  @Record(ExecutionTime.STATIC_INIT)
  SyntheticBeanBuildItem methods(
      BatonRecorder recorder,
      BeanDiscoveryFinishedBuildItem beans,
      BeanArchiveIndexBuildItem index) {
    return SyntheticBeanBuildItem.configure(MarkedMethods.class)
        .scope(Singleton.class)
        .runtimeValue(
            recorder.methods(
                new MethodSearch(index.getIndex()).of(beans.beanStream().classBeans())))
        .unremovable()
        .done();
  }
}
