package dev.baton.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The {@link TaskHandler} method listens to application events: each event of the class that it
 * takes becomes a task, in the transaction that publishes the event.
 *
 * <pre>{@code
 * @TaskHandler("NOTIFY_PARTNER")
 * @DurableListener
 * void on(PayoutMade event) { ... }
 * }</pre>
 *
 * <p>The task commits and rolls back with the publisher's transaction; without one it is durable
 * when {@code publishEvent} returns. It then runs as any task of its type does: on one node, at
 * least once, with retries, in sight of operators. What can't be added fails the publisher.
 *
 * <p>An event is of that class when it is an instance of it; it is written as JSON, or as a {@link
 * dev.baton.api.TaskType} bean of that name says. The application doesn't start when the method
 * isn't a {@code TaskHandler} or takes no event, takes an interface or abstract class without a
 * {@code TaskType} bean that knows how to read it, or is an {@code @EventListener} as well.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface DurableListener {

  /** A SpEL expression on the event that answers whether it becomes a task; without one, all do. */
  String condition() default "";

  /**
   * A SpEL expression on the event, such as {@code partner()}, whose text is the task's {@linkplain
   * dev.baton.api.TaskRequest#key key}: what limits by key and the order go by.
   */
  String key() default "";

  /**
   * Whether tasks of one {@link #key} run {@linkplain dev.baton.api.TaskRequest#ordered() in the
   * order} in which their transactions committed.
   */
  boolean ordered() default false;
}
