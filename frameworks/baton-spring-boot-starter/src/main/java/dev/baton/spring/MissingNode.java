package dev.baton.spring;

import dev.baton.Baton;
import dev.baton.handler.TaskDefinition;
import dev.baton.schedule.Schedule;
import dev.baton.spring.error.BatonSetupException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.env.Environment;

/** Refuses to start an application that needs durable work but has no node. */
public final class MissingNode implements SmartInitializingSingleton {
  private static final Logger LOG = LoggerFactory.getLogger(MissingNode.class);

  private static final List<Class<?>> DEFINING =
      List.of(TaskDefinition.class, TaskDefinitions.class, Schedule.class);

  private final ConfigurableListableBeanFactory beans;
  private final Reason reason;

  /** The reasons why Spring creates no node for an application, each with its remedy. */
  public enum Reason {
    OWN_NODE(
        "this application has its own Baton bean, which doesn't know other beans",
        "Define the types and schedules where that node is built, or remove the Baton bean and"
            + " change the node with a BatonCustomizer"),
    DISABLED("baton.enabled is false", "Remove this property, or the beans that need a node"),
    NO_DATA_SOURCE(
        "no DataSource bean exists",
        "Set spring.datasource.url, or declare a DataSource bean; if this application needs no"
            + " durable tasks, set baton.enabled=false"),
    EXCLUDED("BatonAutoConfiguration isn't applied", "Don't exclude it");

    private final String words;
    private final String action;

    Reason(String words, String action) {
      this.words = words;
      this.action = action;
    }

    /** Finds the reason why Spring creates no node for the application. */
    public static Reason of(ListableBeanFactory beans, Environment environment) {
      if (has(beans, Baton.class)) {
        return OWN_NODE;
      }
      if (!environment.getProperty("baton.enabled", Boolean.class, true)) {
        return DISABLED;
      }
      return has(beans, DataSource.class) ? EXCLUDED : NO_DATA_SOURCE;
    }

    private static boolean has(ListableBeanFactory beans, Class<?> type) {
      return BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, type, true, false).length
          > 0;
    }

    public String words() {
      return words;
    }

    public String action() {
      return action;
    }
  }

  public MissingNode(ConfigurableListableBeanFactory beans, Reason reason) {
    this.beans = beans;
    this.reason = reason;
  }

  @Override
  public void afterSingletonsInstantiated() {
    List<String> all = new ArrayList<>();
    List<String> listeners = new ArrayList<>();
    for (TaskMethod marked : TaskMethods.marked(beans)) {
      String name = marked.beanClass().getSimpleName() + "." + marked.method().getName();
      all.add(name);
      if (AnnotatedElementUtils.hasAnnotation(marked.method(), DurableListener.class)) {
        listeners.add(name);
      }
    }
    if (reason != Reason.OWN_NODE) {
      DEFINING.forEach(type -> all.addAll(List.of(beans.getBeanNamesForType(type, true, false))));
    }
    if (reason == Reason.DISABLED) {
      if (!listeners.isEmpty()) {
        throw refused("The events for these durable listeners would be lost", listeners);
      }
      if (!all.isEmpty()) {
        LOG.warn("These tasks don't run in this application, because {}: {}", reason.words(), all);
      }
    } else if (!all.isEmpty()) {
      throw refused("These need a Baton node", all);
    }
  }

  private BatonSetupException refused(String what, List<String> names) {
    return new BatonSetupException(
        what + ", but " + reason.words() + ": " + String.join(", ", names), reason.action());
  }
}
