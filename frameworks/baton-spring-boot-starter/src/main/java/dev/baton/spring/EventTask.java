package dev.baton.spring;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.internal.RequestFields;
import dev.baton.task.Bytes;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEvent;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.SimpleEvaluationContext;

/**
 * The task that an event becomes.
 *
 * @param event the class of which it must be an instance
 */
record EventTask<E>(
    Class<E> event,
    TaskType<E, ?> type,
    @Nullable Expression condition,
    @Nullable Expression key,
    boolean ordered) {
  private static final Set<Class<?>> RAW = Set.of(String.class, Bytes.class, byte[].class);

  /**
   * @param known the type as a bean has it; null where there is none
   */
  static EventTask<?> of(
      TaskMethod method,
      @Nullable Class<?> event,
      String type,
      @Nullable TaskType<?, ?> known,
      DurableListener said) {
    if (event == null || RAW.contains(event) || ApplicationEvent.class.isAssignableFrom(event)) {
      throw method.refused(
          "is a @DurableListener that takes "
              + (event == null ? "no event" : "a " + event.getName()),
          "Let it take the event that is published, a class of the application's own that can be"
              + " written as JSON");
    }
    if (said.ordered() && said.key().isEmpty()) {
      throw method.refused("is ordered and says no key", "Say within what the order is kept");
    }
    return of(method, event, type, known, expression(method, said.condition()), said);
  }

  @SuppressWarnings("unchecked") // TaskMethod has made sure that the type carries the event
  private static <E> EventTask<E> of(
      TaskMethod method,
      Class<E> event,
      String type,
      @Nullable TaskType<?, ?> known,
      @Nullable Expression condition,
      DurableListener said) {
    TaskType<E, ?> typed = known == null ? TaskType.of(type, event) : (TaskType<E, ?>) known;
    return new EventTask<>(event, typed, condition, expression(method, said.key()), said.ordered());
  }

  private static @Nullable Expression expression(TaskMethod method, String text) {
    try {
      return text.isEmpty() ? null : new SpelExpressionParser().parseExpression(text);
    } catch (ParseException wrong) {
      throw method.refused(
          "says the expression " + text + ", which can't be read: " + wrong.getSimpleMessage(),
          "Mend it; it is an expression on the event, such as partner()");
    }
  }

  /** The task of this event; null when it becomes none. */
  @Nullable TaskRequest<?, ?> request(Object published) {
    if (!event.isInstance(published) || !isWanted(published)) {
      return null;
    }
    TaskRequest<?, ?> request = type.with(event.cast(published));
    if (key == null) {
      return request;
    }
    String of = valueOf(key, published, String.class);
    if (of == null) {
      throw new IllegalStateException(
          "The key of "
              + type.name()
              + " is null for this "
              + published.getClass().getName()
              + ": let the expression answer a text for each event");
    }
    request = request.key(of);
    return ordered ? RequestFields.ordered(request) : request;
  }

  private boolean isWanted(Object published) {
    return condition == null || Boolean.TRUE.equals(valueOf(condition, published, Boolean.class));
  }

  /** What is thrown never quotes the event. */
  private <T> @Nullable T valueOf(Expression expression, Object published, Class<T> wanted) {
    try {
      return expression.getValue(
          SimpleEvaluationContext.forReadOnlyDataBinding().withInstanceMethods().build(),
          published,
          wanted);
    } catch (EvaluationException failed) {
      throw new IllegalStateException(
          "The expression "
              + expression.getExpressionString()
              + " of "
              + type.name()
              + " can't be evaluated on a "
              + published.getClass().getName());
    }
  }
}
