package dev.baton.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.aot.hint.annotation.Reflective;

/**
 * Runs the tasks of a type with a method of a bean.
 *
 * <pre>{@code
 * @TaskHandler("SEND_RECEIPT")
 * void send(Payout payout, Attempt attempt) { ... }
 * }</pre>
 *
 * <p>The method can take:
 *
 * <ul>
 *   <li>the payload: a {@code String}, {@link dev.baton.task.Bytes}, {@code byte[]}, or a class
 *       that is read from JSON. If a {@link dev.baton.api.TaskType} bean of this name has a payload
 *       class, the method takes that class, and the bean defines its version, compression and codec
 *   <li>the {@link dev.baton.handler.Attempt}
 *   <li>the {@link dev.baton.schedule.Tick} of a schedule
 *   <li>the {@link dev.baton.api.Transaction}, if the method is {@link #transactional}
 * </ul>
 *
 * <p>The method can return nothing (success), an {@link dev.baton.handler.Outcome}, a {@code
 * CompletionStage<Outcome<?>>}, or any other value, which is then the task's result. Baton calls it
 * through the bean's proxies.
 *
 * <p>The application doesn't start in these cases:
 *
 * <ul>
 *   <li>the method takes another class than the payload of its {@code TaskType}, or a list or map
 *       of a class ({@code List<Payout>}): use a record that contains it, or {@link #chunk}
 *   <li>the method or its class is {@code @Async}
 *   <li>the method returns another class than the result of its {@code TaskType}, a stage of
 *       something other than an {@code Outcome}, or a value that is computed later ({@code Mono},
 *       {@code Future}, {@code Stream})
 *   <li>the method is private, static or {@code @Scheduled}, belongs to a request-scoped bean, or
 *       can't be called through the bean's proxy
 *   <li>the method is a {@link CronTask} and takes a payload
 *   <li>the method is {@link #transactional} and leaves the transaction by its own propagation
 * </ul>
 *
 * <p>The defaults are those of {@link dev.baton.handler.TaskDefinition}. Texts can contain {@code
 * ${...}}. For all other options, declare a bean of class {@link dev.baton.handler.TaskOptions}.
 */
@Documented
@Reflective(TaskMethodHints.class)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface TaskHandler {

  /** The task type: the stored name. Never change it while tasks of the type exist. */
  String value();

  /**
   * Maximum number of tasks per call; 0 for one task per call. The method then takes a {@code List}
   * of payloads or of {@link dev.baton.handler.ChunkItem}, and returns nothing; see {@link
   * dev.baton.handler.Chunks}. It can't be {@link #transactional}.
   */
  int chunk() default 0;

  /**
   * Time that the first task of a chunk waits for others, such as {@code 50ms}; only with chunk.
   */
  String linger() default "";

  /** Runs the method in a Spring transaction that also contains the task's completion. */
  boolean transactional() default false;

  /** Maximum number of tasks of this type that run at a time on a node; 0 for the default. */
  int concurrency() default 0;

  /** Gives all keys equal turns; weights need {@code TaskOptions}. */
  boolean fair() default false;

  /** Maximum number of attempts, with growing delays; 0 for the default. */
  int attempts() default 0;

  /** Makes a task end FAILED instead of in ERROR when its attempts are used up. */
  boolean failWhenExhausted() default false;

  /** Maximum duration of one attempt, such as {@code 30s}, {@code 10m} or {@code PT1H}. */
  String deadline() default "";

  /**
   * Time for which Baton keeps DONE tasks, such as {@code 7d}; {@code 0s} deletes them immediately.
   */
  String keepDone() default "";

  /**
   * Stops a task in ERROR if its node crashes while the method runs, instead of resuming it. To ask
   * for the outcome of the lost attempt, use {@code TaskOptions}.
   */
  boolean stopWhenLost() default false;

  /** Bucket of tasks that are added without a bucket. */
  String bucket() default "";
}
