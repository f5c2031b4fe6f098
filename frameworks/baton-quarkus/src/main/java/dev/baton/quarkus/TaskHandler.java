package dev.baton.quarkus;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs the tasks of a type with a method of a bean. A class without a scope becomes a singleton.
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
 *       class, the method takes that class, and the bean decides how it is read
 *   <li>the {@link dev.baton.handler.Attempt}
 *   <li>the {@link dev.baton.schedule.Tick} of a schedule
 *   <li>the {@link dev.baton.api.Transaction}, if the method is {@link #transactional}
 * </ul>
 *
 * <p>The method can return nothing (success), an {@link dev.baton.handler.Outcome}, a {@code
 * CompletionStage<Outcome<?>>}, or any other value, which is then the task's result. Interceptors
 * of the bean are called, and the request context is active.
 *
 * <p>The build fails if the method is private or static. The application doesn't start if the
 * method can't run tasks for another reason, such as a payload whose class codecs can't know, or a
 * return type that Baton wouldn't wait for ({@code Uni}, {@code Future}).
 *
 * <p>The defaults are those of {@link dev.baton.handler.TaskDefinition}. Texts can contain {@code
 * ${...}}. For all other options, produce a bean of class {@link dev.baton.handler.TaskOptions}.
 */
@Documented
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

  /** Runs the method in a JTA transaction that also contains the task's completion. */
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
