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
 * The task for an event.
 *
 * @param event the class of which the event must be an instance
 */
record EventTask<E>(
    Class<E> event,
    TaskType<E, ?> type,
    @Nullable Expression condition,
    @Nullable Expression key,
    boolean ordered) {
  private static final Set<Class<?>> RAW = Set.of(String.class, Bytes.class, byte[].class);

  /**
   * @param known the type of a bean; null if none exists
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
          "Declare one parameter, the published event, a class of the application that can be"
              + " written as JSON");
    }
    if (said.ordered() && said.key().isEmpty()) {
      throw method.refused(
          "is ordered but has no key", "Set the key within which the order is kept");
    }
    return of(method, event, type, known, expression(method, said.condition()), said);
  }

  @SuppressWarnings("unchecked") // TaskMethod has verified that the type carries the event
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
          "has the expression " + text + ", which can't be parsed: " + wrong.getSimpleMessage(),
          "Correct it; it must be an expression on the event, such as partner()");
    }
  }

  /** Returns the task for this event, or null if the event becomes no task. */
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
              + " is null for an event of "
              + published.getClass().getName()
              + ": the expression must return a text for each event");
    }
    request = request.key(of);
    return ordered ? RequestFields.ordered(request) : request;
  }

  private boolean isWanted(Object published) {
    return condition == null || Boolean.TRUE.equals(valueOf(condition, published, Boolean.class));
  }

  /** Evaluates the expression. The exception never quotes the event. */
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
