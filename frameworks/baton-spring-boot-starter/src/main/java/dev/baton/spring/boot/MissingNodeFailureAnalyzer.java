package dev.baton.spring.boot;

import dev.baton.Baton;
import dev.baton.api.Tasks;
import dev.baton.operate.Operations;
import dev.baton.operate.cluster.Cluster;
import dev.baton.schedule.Schedules;
import dev.baton.spi.Transactions;
import dev.baton.spring.BatonDatabase;
import dev.baton.spring.BatonNode;
import dev.baton.spring.MissingNode;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/** Reports why no bean of Baton exists to inject. Spring's own analyzer can't know the reason. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class MissingNodeFailureAnalyzer
    extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException> {
  private static final Set<Class<?>> OURS =
      Set.of(
          Tasks.class,
          Operations.class,
          Cluster.class,
          Schedules.class,
          Baton.class,
          BatonNode.class,
          BatonDatabase.class,
          Transactions.class);

  private final BeanFactory beans;
  private final Environment environment;

  MissingNodeFailureAnalyzer(BeanFactory beans, Environment environment) {
    this.beans = beans;
    this.environment = environment;
  }

  @Override
  protected @Nullable FailureAnalysis analyze(
      Throwable failure, NoSuchBeanDefinitionException cause) {
    Class<?> type = cause.getBeanType();
    if (type == null
        || !OURS.contains(type)
        || cause instanceof NoUniqueBeanDefinitionException
        || !(beans instanceof ListableBeanFactory listable)
        || listable.getBeanNamesForType(BatonNode.class, true, false).length > 0) {
      return null;
    }
    MissingNode.Reason reason = MissingNode.Reason.of(listable, environment);
    if (reason == MissingNode.Reason.OWN_NODE) {
      return null; // Spring's own message is right: the application must declare this bean, too
    }
    return new FailureAnalysis(
        "No bean of type "
            + type.getSimpleName()
            + " exists, because this application has no Baton node: "
            + reason.words(),
        reason.action(),
        cause);
  }
}
