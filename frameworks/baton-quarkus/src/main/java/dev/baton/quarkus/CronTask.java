package dev.baton.quarkus;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The method runs by the clock, once per tick in the whole cluster, as a task: retried, limited and
 * seen like any other.
 *
 * <pre>{@code
 * @CronTask(name = "CLOSE_DAY", cron = "0 30 18 * * MON-FRI", zone = "Europe/Berlin")
 * void closeDay(Tick tick) { ... }
 * }</pre>
 *
 * <p>Beside a {@link TaskHandler} on the same method, which then says how it is run, and whose type
 * is the schedule's task. Without one the task's type is the schedule's name. A schedule that isn't
 * declared any more stays in the database until it is removed by {@code Schedules}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface CronTask {

  /** The expression, as {@link dev.baton.schedule.Timing.Cron} has it; may be {@code ${...}}. */
  String cron();

  /** The schedule's name, which is stored; the task type of {@link TaskHandler} where left out. */
  String name() default "";

  /** The zone whose clock counts, the same on every node. */
  String zone() default "UTC";
}
