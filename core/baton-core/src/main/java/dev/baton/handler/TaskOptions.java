package dev.baton.handler;

import dev.baton.api.TaskType;
import dev.baton.handler.internal.Definition;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * Options of an annotated handler method: everything that a {@link TaskDefinition} can set, in
 * addition to the {@code @TaskHandler} that names the type. Declare it as a bean.
 *
 * <pre>{@code
 * TaskOptions.of(
 *     PAY,
 *     pay ->
 *         pay.limits(Limit.cluster("partner", 5).perKey())
 *             .retry(Retry.exponential(Duration.ofSeconds(5)).maxAttempts(8)))
 * }</pre>
 *
 * <p>The application doesn't start if no annotated method handles the type, if two beans have
 * options for one type, or if the annotation and the options set the same thing.
 */
public final class TaskOptions {
  private final TaskType<?, ?> type;
  private final UnaryOperator<Definition> change;

  private TaskOptions(TaskType<?, ?> type, UnaryOperator<Definition> change) {
    this.type = type;
    this.change = change;
  }

  /**
   * Returns options of {@code type}. Baton also reads and writes payloads as this {@code TaskType}
   * defines, so the type needs no separate bean.
   *
   * @param options adds options to a definition, such as {@code d -> d.retry(...)}
   */
  public static <P, R> TaskOptions of(
      TaskType<P, R> type, UnaryOperator<TaskDefinition<P, R>> options) {
    return new TaskOptions(
        type,
        usual -> {
          TaskDefinition<P, R> changed =
              Objects.requireNonNull(
                  options.apply(Definition.typed(type, usual.typedAs(type))),
                  () -> "The TaskOptions of type " + type.name() + " return null");
          return Definition.of(changed);
        });
  }

  /** Returns the type whose definition these options change. */
  public TaskType<?, ?> type() {
    return type;
  }

  /** Returns the definition of the annotated method with these options; for frameworks. */
  public TaskDefinition<?, ?> on(TaskDefinition<?, ?> usual) {
    return Definition.typed(type, change.apply(Definition.of(usual)));
  }

  @Override
  public String toString() {
    return "TaskOptions(" + type.name() + ")";
  }
}
