package dev.baton.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.aot.hint.annotation.Reflective;

/**
 * Runs the method at the times of a cron expression, once per tick in the whole cluster, as a task:
 * with retries and limits, and visible to operators.
 *
 * <pre>{@code
 * @CronTask(name = "CLOSE_DAY", cron = "0 30 18 * * MON-FRI", zone = "Europe/Berlin")
 * void closeDay(Tick tick) { ... }
 * }</pre>
 *
 * <p>A {@link TaskHandler} on the same method sets how the task runs, and its type is the type of
 * the schedule's task. Without one, the task's type is the schedule's name. A schedule that is no
 * longer declared stays in the database until you remove it with {@code Schedules}.
 */
@Documented
@Reflective(TaskMethodHints.class)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface CronTask {

  /** The expression, as in {@link dev.baton.schedule.Timing.Cron}; may contain {@code ${...}}. */
  String cron();

  /** The stored name of the schedule; by default the task type of {@link TaskHandler}. */
  String name() default "";

  /** The time zone of the expression, the same on every node. */
  String zone() default "UTC";
}
