package dev.baton.spring;

import dev.baton.api.Attempt;
import dev.baton.api.Outcome;
import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskType;
import dev.baton.api.Transaction;
import dev.baton.api.codec.StoredPayload;
import dev.baton.api.schedule.Tick;
import dev.baton.spring.error.BatonSetupException;
import dev.baton.task.Bytes;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.event.EventListener;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** A method of a bean that runs tasks: what it takes, what it answers, and how it is called. */
final class TaskMethod {
  private static final List<Class<?>> GIVEN = List.of(Attempt.class, Transaction.class, Tick.class);

  /** All that Spring's {@code @EnableAsync} goes by: the method returns before its work is done. */
  private static final List<String> ASYNC =
      List.of(
          "org.springframework.scheduling.annotation.Async",
          "jakarta.ejb.Asynchronous",
          "jakarta.enterprise.concurrent.Asynchronous");

  /** What is worked out after the method has returned, and not by a stage. */
  private static final List<Class<?>> LATER =
      Stream.of(
              "java.util.concurrent.Future",
              "java.util.concurrent.Callable",
              "java.util.concurrent.Flow$Publisher",
              "org.reactivestreams.Publisher")
          .filter(name -> ClassUtils.isPresent(name, null))
          .<Class<?>>map(name -> ClassUtils.resolveClassName(name, null))
          .toList();

  private static final String CONTINUATION = "kotlin.coroutines.Continuation";

  private final ConfigurableListableBeanFactory beans;
  private final String beanName;
  private final Class<?> beanClass;
  private final Method method;

  TaskMethod(
      ConfigurableListableBeanFactory beans, String beanName, Class<?> beanClass, Method method) {
    this.beans = beans;
    this.beanName = beanName;
    this.beanClass = beanClass;
    this.method = method;
  }

  BatonSetupException refused(String why, String action) {
    return refused(method, why, action);
  }

  static BatonSetupException refused(Method method, String why, String action) {
    return new BatonSetupException(
        "The method " + method.getDeclaringClass().getName() + "." + method.getName() + " " + why,
        action);
  }

  /**
   * The task of an asynchronous handler would be DONE before its work, and lost with the process.
   *
   * @throws BatonSetupException when the method, or the class of its bean, is marked
   */
  static void refuseAsync(Method method, Class<?> beanClass) {
    for (String annotation : ASYNC) {
      if (MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY).isPresent(annotation)
          || MergedAnnotations.from(beanClass, SearchStrategy.TYPE_HIERARCHY)
              .isPresent(annotation)) {
        throw refused(
            method,
            "is @"
                + annotation.substring(annotation.lastIndexOf('.') + 1)
                + ", itself or by its class: it would return, and its task be DONE, before the work"
                + " is done",
            "Take the annotation away: Baton runs handlers on threads of its own. For work that"
                + " ends elsewhere, let the method answer a CompletionStage<Outcome>");
      }
    }
  }

  /** A method that can't be called through its bean's proxies, or is called by others too. */
  private void refuseUncallable() {
    if (Modifier.isPrivate(method.getModifiers()) || Modifier.isStatic(method.getModifiers())) {
      throw refused(
          "is private or static: the bean's proxies, such as that of @Transactional, don't reach"
              + " it",
          "Make it a method of the bean that is at least package-private");
    }
    if (AnnotatedElementUtils.hasAnnotation(method, Scheduled.class)) {
      throw refused(
          "is @Scheduled: it would run on each node by its clock, beside its tasks",
          "Say @CronTask instead, which runs once in the cluster, or give the two a method each");
    }
    Object bean = beans.getSingleton(beanName);
    if (bean == null) {
      return; // It is made later, or anew each time.
    }
    // Throws, with words, where a proxy of interfaces has no such method.
    Method called = AopUtils.selectInvocableMethod(method, bean.getClass());
    if (AopUtils.isCglibProxy(bean) && Modifier.isFinal(called.getModifiers())) {
      throw refused(
          "is final, and its bean has a proxy of a subclass: it would run without the bean's"
              + " fields",
          "Make it not final");
    }
  }

  /** What nobody waits for, or no caller could read. */
  private void refuseAnswer(@Nullable TaskType<?, ?> known) {
    // By the bean's class: a generic one above it may have the method.
    ResolvableType said = ResolvableType.forMethodReturnType(method, beanClass);
    Class<?> answer = ClassUtils.resolvePrimitiveIfNecessary(said.resolve(method.getReturnType()));
    if (isAsync()) {
      Class<?> outcome = said.as(CompletionStage.class).getGeneric().resolve();
      if (outcome == null || !Outcome.class.isAssignableFrom(outcome)) {
        throw refused(
            "answers a stage of something else than an Outcome",
            "Let it answer a CompletionStage<Outcome>, such as"
                + " stage.thenApply(receipt -> TYPE.done(receipt))");
      }
      return;
    }
    for (Class<?> later : LATER) {
      if (later.isAssignableFrom(answer)) {
        throw refused(
            "answers a " + answer.getName() + ", which no caller would wait for",
            "Let it answer an Outcome, a CompletionStage<Outcome>, nothing, or the result");
      }
    }
    if (Outcome.class.isAssignableFrom(answer) || answer == void.class || answer == Void.class) {
      return;
    }
    if (known != null && !ClassUtils.isAssignable(known.resultClass(), answer)) {
      throw refused(
          "answers a "
              + answer.getName()
              + ", but the result of the TaskType bean '"
              + known.name()
              + "' is "
              + (known.resultClass() == Void.class ? "none" : known.resultClass().getName()),
          "Let it answer what the TaskType says, or declare the TaskType with result("
              + answer.getSimpleName()
              + ".class)");
    }
  }

  /** One that runs by itself, or can't be called. */
  void refuseUnfit() {
    refuseAsync(method, beanClass);
    refuseUncallable();
  }

  /**
   * @param known the type as a bean has it; null where there is none
   */
  TaskDefinition definition(String type, @Nullable TaskType<?, ?> known, boolean transactional) {
    refuseUnfit();
    refuseAnswer(known);
    Class<?> payload = payload(transactional);
    if (payload == null || isRaw(payload, known)) {
      return plain(type, payload, known, transactional);
    }
    if (known == null) {
      return typed(TaskType.named(type).payload(payload), transactional);
    }
    if (!ClassUtils.isAssignable(payload, known.payloadClass())) {
      throw refused(
          "takes a "
              + payload.getName()
              + ", but the TaskType bean '"
              + type
              + "' carries "
              + (known.payloadClass() == Void.class ? "none" : known.payloadClass().getName()),
          "Let the method take what the TaskType carries, or declare the TaskType with"
              + " payload("
              + payload.getSimpleName()
              + ".class)");
    }
    return typed(known, transactional);
  }

  /**
   * The task that an event becomes, of which this method is the handler.
   *
   * @param known the type as a bean has it; null where there is none
   */
  EventTask<?> listener(
      String type, @Nullable TaskType<?, ?> known, boolean transactional, DurableListener said) {
    if (AnnotatedElementUtils.hasAnnotation(method, EventListener.class)) {
      throw refused(
          "is an @EventListener and a @DurableListener: it would be called for each event, and run"
              + " as a task for it too",
          "Take one of the two away");
    }
    return EventTask.of(this, payload(transactional), type, known, said);
  }

  private static boolean isRaw(Class<?> payload, @Nullable TaskType<?, ?> known) {
    return (payload == String.class || payload == Bytes.class || payload == byte[].class)
        && (known == null || known.payloadClass() == Void.class);
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
    if (others.isEmpty()) {
      return null;
    }
    refuseGenerics();
    Class<?> payload = ClassUtils.resolvePrimitiveIfNecessary(others.get(0));
    if (payload == Optional.class || payload.getName().equals(CONTINUATION)) {
      throw refused(
          "takes a " + payload.getName() + ", which no payload is",
          "Let it take the payload itself; without one, the method takes none");
    }
    return payload;
  }

  /** A codec is told a class, not what a list holds: its elements would be of another class. */
  private void refuseGenerics() {
    for (Type generic : method.getGenericParameterTypes()) {
      if (!(generic instanceof Class<?>) && !isOfAnything(generic)) {
        throw refused(
            "takes a " + generic.getTypeName() + ", of which codecs are told only the class",
            "Let it take a record that has it as a component, such as record Payouts(List<Payout>"
                + " payouts)");
      }
    }
  }

  /** Whether any value fits, such as {@code List<?>} and {@code Map<String, Object>}. */
  private static boolean isOfAnything(Type generic) {
    if (!(generic instanceof ParameterizedType parameterized)) {
      return false;
    }
    Type[] arguments = parameterized.getActualTypeArguments();
    boolean isMap = parameterized.getRawType() == Map.class;
    for (int i = 0; i < arguments.length; i++) {
      boolean isKey = isMap && i == 0 && arguments[i] == String.class;
      if (!isKey && arguments[i] != Object.class && !arguments[i].getTypeName().equals("?")) {
        return false;
      }
    }
    return true;
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
    Bytes stored = attempt.payload();
    if (stored == null) {
      return payload == String.class ? attempt.payloadText() : null;
    }
    Bytes bytes = StoredPayload.raw(stored, attempt.context());
    if (payload == byte[].class) {
      return bytes.toArray();
    }
    return payload == Bytes.class ? bytes : bytes.toText();
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
    return invoke(arguments(payload, attempt, transaction));
  }

  /** Calls the method of the bean with these arguments. */
  @Nullable Object invoke(@Nullable Object... arguments) throws Exception {
    // Each time, so that the bean's scope is kept; a singleton is a look into a map.
    Object bean = beans.getBean(beanName);
    Method called = AopUtils.selectInvocableMethod(method, bean.getClass());
    ReflectionUtils.makeAccessible(called);
    try {
      return called.invoke(bean, arguments);
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
