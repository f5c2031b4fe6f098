package dev.baton.spring;

import dev.baton.api.Attempt;
import dev.baton.api.Outcome;
import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskType;
import dev.baton.api.Transaction;
import dev.baton.api.schedule.Tick;
import dev.baton.task.Bytes;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ReflectionUtils;

/** A method of a bean that runs tasks: what it takes, what it answers, and how it is called. */
final class TaskMethod {
  private static final List<Class<?>> GIVEN = List.of(Attempt.class, Transaction.class, Tick.class);

  private final ConfigurableListableBeanFactory beans;
  private final String beanName;
  private final Method method;

  TaskMethod(ConfigurableListableBeanFactory beans, String beanName, Method method) {
    this.beans = beans;
    this.beanName = beanName;
    this.method = method;
  }

  BatonSetupException refused(String why, String action) {
    return new BatonSetupException(
        "The method " + method.getDeclaringClass().getName() + "." + method.getName() + " " + why,
        action);
  }

  /**
   * @param known the type as a bean has it; null where there is none
   */
  TaskDefinition definition(String type, @Nullable TaskType<?, ?> known, boolean transactional) {
    Class<?> payload = payload(transactional);
    if (payload == null || payload == String.class || payload == Bytes.class) {
      return plain(type, payload, known, transactional);
    }
    if (known != null) {
      return typed(known, transactional);
    }
    return typed(TaskType.named(type).payload(payload), transactional);
  }

  /** The class of the one parameter that isn't Baton's own; null where there is none. */
  private @Nullable Class<?> payload(boolean transactional) {
    List<Class<?>> others = new ArrayList<>(Arrays.asList(method.getParameterTypes()));
    if (others.contains(Transaction.class) && !transactional) {
      throw refused("takes a Transaction", "Say @TaskHandler(transactional = true)");
    }
    if (transactional && CompletionStage.class.isAssignableFrom(method.getReturnType())) {
      throw refused(
          "is transactional and answers a stage",
          "A transaction ends when the method returns: let it answer an Outcome");
    }
    others.removeAll(GIVEN);
    if (others.size() > 1) {
      throw refused(
          "takes more than one payload: " + others,
          "It may take the payload, Attempt, Tick and, if transactional, Transaction");
    }
    return others.isEmpty() ? null : others.get(0);
  }

  private TaskDefinition plain(
      String type,
      @Nullable Class<?> payload,
      @Nullable TaskType<?, ?> known,
      boolean transactional) {
    TaskType<?, ?> results = known == null ? TaskType.named(type) : known;
    if (transactional) {
      return TaskDefinition.transactional(
          type,
          (attempt, transaction) ->
              outcome(results, call(raw(payload, attempt), attempt, transaction)));
    }
    if (isAsync()) {
      return TaskDefinition.async(
          type, attempt -> stage(call(raw(payload, attempt), attempt, null)));
    }
    return TaskDefinition.of(
        type, attempt -> outcome(results, call(raw(payload, attempt), attempt, null)));
  }

  private static @Nullable Object raw(@Nullable Class<?> payload, Attempt attempt) {
    if (payload == null) {
      return null;
    }
    return payload == Bytes.class ? attempt.payload() : attempt.payloadText();
  }

  private <P> TaskDefinition typed(TaskType<P, ?> type, boolean transactional) {
    if (transactional) {
      return TaskDefinition.transactional(
          type,
          (payload, attempt, transaction) -> outcome(type, call(payload, attempt, transaction)));
    }
    if (isAsync()) {
      return TaskDefinition.async(type, (payload, attempt) -> stage(call(payload, attempt, null)));
    }
    return TaskDefinition.deciding(
        type, (payload, attempt) -> outcome(type, call(payload, attempt, null)));
  }

  private boolean isAsync() {
    return CompletionStage.class.isAssignableFrom(method.getReturnType());
  }

  @SuppressWarnings("unchecked") // anything else than a stage of outcomes fails the attempt
  private static CompletionStage<Outcome> stage(@Nullable Object answer) {
    if (answer == null) {
      throw new IllegalStateException("The method answered null instead of a stage");
    }
    return (CompletionStage<Outcome>) answer;
  }

  private Outcome outcome(TaskType<?, ?> type, @Nullable Object answer) {
    if (method.getReturnType() == Outcome.class && answer == null) {
      throw new IllegalStateException(
          "The method " + method.getName() + " answered null; answer Outcome.done()");
    }
    return answer instanceof Outcome outcome ? outcome : done(type, answer);
  }

  @SuppressWarnings("unchecked") // the codec refuses what it can't write
  private static <R> Outcome done(TaskType<?, R> type, @Nullable Object result) {
    return type.done((R) result);
  }

  private @Nullable Object call(
      @Nullable Object payload, Attempt attempt, @Nullable Transaction transaction)
      throws Exception {
    // Each time, so that the bean's scope is kept; a singleton is a look into a map.
    Object bean = beans.getBean(beanName);
    Method called = AopUtils.selectInvocableMethod(method, bean.getClass());
    ReflectionUtils.makeAccessible(called);
    try {
      return called.invoke(bean, arguments(payload, attempt, transaction));
    } catch (InvocationTargetException thrown) {
      if (thrown.getTargetException() instanceof Exception cause) {
        throw cause;
      }
      if (thrown.getTargetException() instanceof Error error) {
        throw error;
      }
      throw thrown;
    }
  }

  private @Nullable Object[] arguments(
      @Nullable Object payload, Attempt attempt, @Nullable Transaction transaction) {
    Class<?>[] types = method.getParameterTypes();
    @Nullable Object[] arguments = new @Nullable Object[types.length];
    for (int i = 0; i < types.length; i++) {
      if (types[i] == Attempt.class) {
        arguments[i] = attempt;
      } else if (types[i] == Transaction.class) {
        arguments[i] = transaction;
      } else if (types[i] == Tick.class) {
        arguments[i] = Tick.of(attempt).orElse(null);
      } else {
        arguments[i] = payload;
      }
    }
    return arguments;
  }
}
