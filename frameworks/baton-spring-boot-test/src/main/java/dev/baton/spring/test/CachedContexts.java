package dev.baton.spring.test;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.cache.ContextCache;
import org.springframework.test.context.support.AbstractTestExecutionListener;
import org.springframework.util.ReflectionUtils;

/**
 * Stops Baton in application contexts that Spring caches for later test classes, and starts it
 * again when a test class uses its context. Otherwise the context of one class would run the tasks
 * of another on the same database, with its own mocks. Spring 7 pauses such contexts itself, and
 * contexts of a {@link BatonTest} run no tasks by themselves.
 */
final class CachedContexts extends AbstractTestExecutionListener {
  /**
   * The order right after the listener that loads the context and injects the test's dependencies.
   */
  private static final int AFTER_DEPENDENCY_INJECTION = 2_100;

  private static final boolean SPRING_PAUSES =
      ReflectionUtils.findMethod(ContextCache.class, "registerContextUsage", (Class<?>[]) null)
          != null;

  private static final Map<Class<?>, ApplicationContext> USED_BY = new HashMap<>();
  private static final Set<ApplicationContext> KNOWN = new HashSet<>();
  private static final Set<ApplicationContext> STOPPED = new HashSet<>();

  @Override
  public int getOrder() {
    return AFTER_DEPENDENCY_INJECTION;
  }

  /**
   * Runs before the class's context is created, because the context may add tasks when it starts.
   */
  @Override
  public void beforeTestClass(TestContext test) {
    if (SPRING_PAUSES) {
      return;
    }
    synchronized (KNOWN) {
      if (test.hasApplicationContext()) {
        uses(test);
      } else {
        stopUnused();
      }
    }
  }

  @Override
  public void prepareTestInstance(TestContext test) {
    if (!SPRING_PAUSES) {
      synchronized (KNOWN) {
        uses(test);
      }
    }
  }

  @Override
  public void afterTestClass(TestContext test) {
    synchronized (KNOWN) {
      USED_BY.remove(test.getTestClass());
    }
  }

  private static void uses(TestContext test) {
    ApplicationContext context = test.getApplicationContext();
    if (USED_BY.put(test.getTestClass(), context) == context) {
      return;
    }
    if (!context.containsBean("batonTestNodes")) {
      KNOWN.add(context);
    }
    stopUnused();
    if (STOPPED.remove(context)) {
      batonIn(context).forEach(SmartLifecycle::start);
    }
  }

  private static void stopUnused() {
    KNOWN.removeIf(context -> !((ConfigurableApplicationContext) context).isActive());
    STOPPED.retainAll(KNOWN);
    Collection<ApplicationContext> used = USED_BY.values();
    for (ApplicationContext context : KNOWN) {
      if (!used.contains(context) && STOPPED.add(context)) {
        List<SmartLifecycle> beans = batonIn(context);
        for (int i = beans.size() - 1; i >= 0; i--) {
          beans.get(i).stop();
        }
      }
    }
  }

  /** Returns the node and the beans that bring it messages, in the order of their starts. */
  private static List<SmartLifecycle> batonIn(ApplicationContext context) {
    List<SmartLifecycle> beans =
        new ArrayList<>(context.getBeansOfType(SmartLifecycle.class, false, false).values());
    beans.removeIf(bean -> !bean.getClass().getName().startsWith("dev.baton.spring."));
    beans.sort(Comparator.comparingInt(SmartLifecycle::getPhase));
    return beans;
  }
}
