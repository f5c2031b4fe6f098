package dev.baton.host;

import dev.baton.api.TaskType;
import dev.baton.api.Transaction;
import dev.baton.api.internal.StoredPayload;
import dev.baton.api.internal.StoredType;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.TaskOptions;
import dev.baton.handler.internal.Definition;
import dev.baton.handler.internal.RawHandler;
import dev.baton.handler.internal.RowAttempt;
import dev.baton.handler.internal.StoredOutcome;
import dev.baton.schedule.Tick;
import dev.baton.task.Bytes;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A method of a bean that runs tasks. Checks its parameters and return type, and creates the task
 * definition. The method may take the payload, the {@link Attempt}, the {@link Tick} of a schedule
 * and, if it is transactional, the {@link Transaction}. It may return nothing, an {@link Outcome},
 * a stage of an outcome, or the task's result. Thread-safe.
 */
public final class HandlerMethod {
  private static final List<Class<?>> GIVEN = List.of(Attempt.class, Transaction.class, Tick.class);

  /**
   * Names of return types whose work may continue after the method has returned. Of these, a method
   * may return only a stage of an outcome.
   */
  private static final List<String> LATER =
      List.of(
          "java.lang.Runnable",
          "java.util.concurrent.Future",
          "java.util.concurrent.Callable",
          "java.util.concurrent.CompletionStage",
          "java.util.concurrent.Flow$Publisher",
          "java.util.function.Supplier",
          "java.util.stream.BaseStream",
          "org.reactivestreams.Publisher",
          "io.smallrye.mutiny.Uni",
          "io.reactivex.CompletableSource",
          "io.reactivex.MaybeSource",
          "io.reactivex.ObservableSource",
          "io.reactivex.SingleSource",
          "io.reactivex.rxjava3.core.CompletableSource",
          "io.reactivex.rxjava3.core.MaybeSource",
          "io.reactivex.rxjava3.core.ObservableSource",
          "io.reactivex.rxjava3.core.SingleSource",
          "kotlinx.coroutines.Job",
          "kotlinx.coroutines.flow.Flow");

  private static final String CONTINUATION = "kotlin.coroutines.Continuation";

  private final BeanMethod bean;
  private final Method method;

  public HandlerMethod(BeanMethod bean) {
    this.bean = bean;
    this.method = bean.method();
  }

  /**
   * Returns the definition of a type whose tasks this method runs.
   *
   * @param types the beans that define types and options
   * @param said the settings of the annotation; null if all have their defaults
   * @throws RuntimeException from {@link BeanMethod#refused} if the method can't run tasks, or if
   *     its annotation and the options of its type set the same part
   */
  public TaskDefinition<?, ?> definition(
      String type, TypeBeans types, @Nullable HandlerSettings said) {
    TaskDefinition<?, ?> plain = plain(type, types.find(type).orElse(null), said);
    TaskOptions options = types.takeOptions(type).orElse(null);
    if (options == null) {
      return said == null ? plain : said.on(plain);
    }
    Definition unsaid = Definition.of(plain).withNothingSaid();
    TaskDefinition<?, ?> opted = options.on(Definition.typed(plain.type(), unsaid));
    if (said == null) {
      return opted;
    }
    Set<Definition.Part> parts = Definition.of(opted).said();
    said.attributes()
        .forEach(
            (part, attribute) -> {
              if (parts.contains(part)) {
                throw bean.refused(
                    "sets "
                        + attribute
                        + " in its annotation, but the TaskOptions of type "
                        + type
                        + " set "
                        + part.method()
                        + "(...)",
                    "Set it in one of the two places");
              }
            });
    return said.on(opted);
  }

  private TaskDefinition<?, ?> plain(
      String type, @Nullable TaskType<?, ?> known, @Nullable HandlerSettings said) {
    if (said == null) {
      return single(type, known, false);
    }
    if (said.chunk() == 0 && said.linger() == null) {
      return single(type, known, said.transactional());
    }
    if (said.chunk() == 0) {
      throw bean.refused("sets linger without chunk", "Set chunk, too, or remove linger");
    }
    if (said.transactional()) {
      throw bean.refused(
          "handles chunks and is transactional: a rollback would undo the work of the whole chunk",
          "Let it open its own transaction, for example with @Transactional, and store each task's"
              + " idempotencyKey");
    }
    return new ChunkMethod(bean).definition(type, known, said.chunk(), said.linger());
  }

  private TaskDefinition<?, ?> single(
      String type, @Nullable TaskType<?, ?> known, boolean transactional) {
    refuseAnswer(known);
    Class<?> payload = payload(transactional);
    if (payload == null || isRaw(payload, known)) {
      TaskType<?, ?> results = known == null ? TaskType.of(type) : known;
      return plain(type, payload, results, transactional);
    }
    if (known == null) {
      return typed(TaskType.of(type, payload), transactional);
    }
    if (!Generics.isAssignable(payload, known.payloadClass())) {
      throw bean.refused(
          "takes a "
              + payload.getName()
              + ", but the TaskType '"
              + type
              + "' has the payload "
              + (known.payloadClass() == Void.class ? "none" : known.payloadClass().getName()),
          "Let the method take that payload, or declare the TaskType with the payload "
              + payload.getSimpleName());
    }
    return typed(known, transactional);
  }

  /**
   * Throws if no caller could read a value of the return type, or if no caller would wait for its
   * work.
   */
  private void refuseAnswer(@Nullable TaskType<?, ?> known) {
    // Resolve the type through the bean's class: the method may belong to a generic superclass.
    Type said = Generics.of(bean.beanClass()).resolved(method.getGenericReturnType());
    if (isAsync()) {
      Generics ofStage = Generics.of(said);
      Class<?> outcome = ofStage.rawOf(CompletionStage.class.getTypeParameters()[0]);
      if (outcome == null || !Outcome.class.isAssignableFrom(outcome)) {
        throw bean.refused(
            "returns a stage of something other than an Outcome",
            "Let it return a CompletionStage<Outcome>, such as"
                + " stage.thenApply(Outcome::done)");
      }
      return;
    }
    Class<?> resolved = Generics.of(bean.beanClass()).rawOf(said);
    Class<?> answer = Generics.boxed(resolved == null ? method.getReturnType() : resolved);
    if (Generics.isNamed(answer, LATER)) {
      throw bean.refused(
          "returns a " + answer.getName() + ", for which no caller would wait",
          "Let it return an Outcome, a CompletionStage<Outcome>, nothing, or the result");
    }
    if (Outcome.class.isAssignableFrom(answer) || answer == void.class || answer == Void.class) {
      return;
    }
    if (Generics.mentions(said, each -> Generics.isNamed(each, LATER))) {
      throw bean.refused(
          "returns a " + said.getTypeName() + ", and no caller would wait for its work",
          "Let it wait for the work, or return one CompletionStage<Outcome> for all of it");
    }
    if (Generics.mentions(said, Outcome.class::isAssignableFrom)) {
      throw bean.refused(
          "returns a " + said.getTypeName() + ", whose Outcome Baton would ignore",
          "Let it return the Outcome itself, or the result");
    }
    if (known != null && !Generics.isAssignable(known.resultClass(), answer)) {
      throw bean.refused(
          "returns a "
              + answer.getName()
              + ", but the result of the TaskType '"
              + known.name()
              + "' is "
              + (known.resultClass() == Void.class ? "none" : known.resultClass().getName()),
          "Let it return the result of the TaskType, or declare the TaskType with the result "
              + answer.getSimpleName());
    }
  }

  private static boolean isRaw(Class<?> payload, @Nullable TaskType<?, ?> known) {
    return (payload == String.class || payload == Bytes.class || payload == byte[].class)
        && (known == null || known.payloadClass() == Void.class);
  }

  /**
   * Throws if the method takes a payload. A method that a schedule runs gets none.
   *
   * @throws RuntimeException from {@link BeanMethod#refused} if the method takes a payload
   */
  public void refusePayload() {
    for (Class<?> one : method.getParameterTypes()) {
      if (!GIVEN.contains(one)) {
        throw bean.refused(
            "runs on a schedule and takes a " + one.getName() + ", which no tick provides",
            "Let it take the Tick, the Attempt or nothing");
      }
    }
  }

  /**
   * Returns the class of the payload; null if the method takes none. The payload is the only
   * parameter that isn't an Attempt, a Transaction or a Tick.
   */
  public @Nullable Class<?> payload(boolean transactional) {
    List<Class<?>> others = new ArrayList<>(Arrays.asList(method.getParameterTypes()));
    if (others.contains(Transaction.class) && !transactional) {
      throw bean.refused("takes a Transaction", "Use @TaskHandler(transactional = true)");
    }
    if (transactional && CompletionStage.class.isAssignableFrom(method.getReturnType())) {
      throw bean.refused(
          "is transactional and returns a stage",
          "A transaction ends when the method returns: let it return an Outcome");
    }
    others.removeAll(GIVEN);
    if (others.stream().anyMatch(one -> one.getName().equals(CONTINUATION))) {
      throw bean.refused(
          "is a suspend function",
          "Let it call runBlocking, or declare a TaskDefinition with baton-kotlin's suspending");
    }
    if (others.size() > 1) {
      throw bean.refused(
          "takes more than one payload: " + others,
          "It may take the payload, Attempt, Tick and, if transactional, Transaction");
    }
    if (others.isEmpty()) {
      return null;
    }
    refuseGenerics();
    Class<?> payload = Generics.boxed(others.get(0));
    if (payload == Optional.class) {
      throw bean.refused(
          "takes a " + payload.getName() + ", which can't be a payload",
          "Let it take the payload itself. If its tasks have no payload, remove the parameter");
    }
    return payload;
  }

  /**
   * Throws if the payload is generic. A codec gets only a class, so it couldn't know the class of a
   * list's elements.
   */
  private void refuseGenerics() {
    for (Type generic : method.getGenericParameterTypes()) {
      if (!(generic instanceof Class<?>) && !isOfAnything(generic)) {
        throw bean.refused(
            "takes a " + generic.getTypeName() + ", but codecs get only the class of a payload",
            "Let it take a record that has it as a component, such as record Payouts(List<Payout>"
                + " payouts)");
      }
    }
  }

  /**
   * Returns whether the type accepts any element, as {@code List<?>} and {@code Map<String,
   * Object>} do.
   */
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

  private <R> TaskDefinition<Bytes, Void> plain(
      String type, @Nullable Class<?> payload, TaskType<?, R> results, boolean transactional) {
    TaskType<Bytes, Void> bytes = TaskType.of(type, Bytes.class);
    return Definition.typed(
        bytes,
        new Definition(
            bytes, codec -> plain(payload, StoredType.of(results, codec), transactional)));
  }

  private <R> RawHandler plain(
      @Nullable Class<?> payload, StoredType<?, R> results, boolean transactional) {
    if (answersValue()) {
      results.codec(); // a missing codec fails at the start, not at the first task
    }
    if (transactional) {
      return (RawHandler.Transactional)
          (attempt, transaction) ->
              stored(results, outcome(call(raw(payload, attempt), attempt, transaction)));
    }
    if (isAsync()) {
      return (RawHandler.Async)
          attempt ->
              HandlerMethod.<R>stage(call(raw(payload, attempt), attempt, null))
                  .thenApply(outcome -> stored(results, outcome));
    }
    return (RawHandler.Sync)
        attempt -> stored(results, outcome(call(raw(payload, attempt), attempt, null)));
  }

  private static <R> Outcome<Bytes> stored(StoredType<?, R> results, Outcome<R> outcome) {
    return StoredOutcome.of(outcome, results::encode);
  }

  private static @Nullable Object raw(@Nullable Class<?> payload, Attempt attempt) {
    if (payload == null) {
      return null;
    }
    Bytes stored = attempt.payload();
    if (stored == null) {
      return payload == String.class ? attempt.payloadText() : null;
    }
    Bytes bytes = StoredPayload.raw(stored, RowAttempt.traits(attempt));
    if (payload == byte[].class) {
      return bytes.toArray();
    }
    return payload == Bytes.class ? bytes : bytes.toText();
  }

  private <P, R> TaskDefinition<P, R> typed(TaskType<P, R> type, boolean transactional) {
    TaskDefinition.WithResult<P, R> start = TaskDefinition.of(type);
    if (transactional) {
      return start.transactionalOutcome(
          (payload, attempt, transaction) -> outcome(call(payload, attempt, transaction)));
    }
    return isAsync()
        ? start.async((payload, attempt) -> stage(call(payload, attempt, null)))
        : start.outcome((payload, attempt) -> outcome(call(payload, attempt, null)));
  }

  /** Returns whether the return type is the class of the task's result. */
  private boolean answersValue() {
    Class<?> answer = method.getReturnType();
    boolean mayBeOutcome =
        answer.isAssignableFrom(Outcome.class) || Outcome.class.isAssignableFrom(answer);
    return answer != void.class && !mayBeOutcome && !isAsync();
  }

  private boolean isAsync() {
    return CompletionStage.class.isAssignableFrom(method.getReturnType());
  }

  @SuppressWarnings("unchecked") // any other value fails the attempt
  private static <R> CompletionStage<Outcome<R>> stage(@Nullable Object answer) {
    if (answer == null) {
      throw new IllegalStateException("The method returned null instead of a stage");
    }
    return (CompletionStage<Outcome<R>>) answer;
  }

  @SuppressWarnings("unchecked") // the codec refuses what it can't write
  private <R> Outcome<R> outcome(@Nullable Object answer) {
    if (method.getReturnType() == Outcome.class && answer == null) {
      throw new IllegalStateException(
          "The method " + method.getName() + " returned null; return Outcome.done() instead");
    }
    if (answer instanceof Outcome<?> outcome) {
      return (Outcome<R>) outcome;
    }
    if (answer != null && method.getReturnType() == Object.class) {
      refuseLater(answer.getClass());
    }
    return Outcome.done((R) answer);
  }

  /**
   * Throws if the work of this value may continue after the method has returned. If the method
   * returns {@code Object}, this can be checked only at each call.
   */
  private void refuseLater(Class<?> answer) {
    if (Generics.isNamed(answer, LATER)) {
      throw new IllegalStateException(
          "The method "
              + method.getName()
              + " returned a "
              + answer.getName()
              + ", for which no caller waits: change the return type to CompletionStage<Outcome>,"
              + " or return the result");
    }
  }

  private @Nullable Object call(
      @Nullable Object payload, Attempt attempt, @Nullable Transaction transaction)
      throws Exception {
    return bean.invoke(arguments(payload, attempt, transaction));
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
