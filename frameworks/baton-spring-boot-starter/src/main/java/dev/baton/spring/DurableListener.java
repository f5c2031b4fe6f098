package dev.baton.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Turns application events into tasks. Each event of the class that the {@link TaskHandler} method
 * takes becomes a task, in the transaction that publishes the event.
 *
 * <pre>{@code
 * @TaskHandler("NOTIFY_PARTNER")
 * @DurableListener
 * void on(PayoutMade event) { ... }
 * }</pre>
 *
 * <p>The task commits and rolls back with the publisher's transaction. Without a transaction, it is
 * durable when {@code publishEvent} returns. It then runs like any task of its type: on one node,
 * at least once, with retries, and visible to operators. If the task can't be added, the publisher
 * fails.
 *
 * <p>An instance of a subclass counts as an event of the class. The event is written as JSON, or as
 * a {@link dev.baton.api.TaskType} bean of that name defines. The application doesn't start in
 * these cases:
 *
 * <ul>
 *   <li>the method isn't a {@code TaskHandler} or takes no event
 *   <li>it takes an interface or abstract class without a {@code TaskType} bean that can read it
 *   <li>it is also an {@code @EventListener}
 * </ul>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface DurableListener {

  /**
   * A SpEL expression on the event that decides whether it becomes a task; without one, all events
   * do.
   */
  String condition() default "";

  /**
   * A SpEL expression on the event, such as {@code partner()}. Its value is the task's {@linkplain
   * dev.baton.api.TaskRequest#key key}, which limits by key and the order use.
   */
  String key() default "";

  /**
   * Runs tasks with the same {@link #key} {@linkplain dev.baton.api.TaskRequest#ordered() in the
   * order} in which their transactions committed.
   */
  boolean ordered() default false;
}
