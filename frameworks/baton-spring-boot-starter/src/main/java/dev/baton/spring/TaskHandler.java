package dev.baton.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.aot.hint.annotation.Reflective;

/**
 * The method runs tasks of a type.
 *
 * <pre>{@code
 * @TaskHandler("SEND_RECEIPT")
 * void send(Payout payout, Attempt attempt) { ... }
 * }</pre>
 *
 * <p>It may take the payload (a {@code String}, {@link dev.baton.task.Bytes}, {@code byte[]}, or a
 * class that is read from JSON; where a {@link dev.baton.api.TaskType} bean of that name carries a
 * payload, what that carries, read as that says: its version, compression and codec), the {@link
 * dev.baton.handler.Attempt}, the {@link dev.baton.schedule.Tick} of a schedule, and, if it is
 * {@link #transactional}, the {@link dev.baton.api.Transaction}. It may answer nothing (it went
 * well), an {@link dev.baton.handler.Outcome}, a {@code CompletionStage<Outcome<?>>}, or anything
 * else, which is then the task's result. It is called through the bean's proxies.
 *
 * <p>The application doesn't start when the method takes another class than its {@code TaskType}
 * carries, or a list or map of a class ({@code List<Payout>}: take a record that has it as a
 * component, or say {@link #chunk}), or when the method or its class is {@code @Async}. Nor does it
 * when the method answers another class than its {@code TaskType}'s result, a stage of something
 * else than an {@code Outcome}, or what is worked out later ({@code Mono}, {@code Future}, {@code
 * Stream}); when it is private, static, {@code @Scheduled}, of a request's bean, or can't be
 * reached through the bean's proxy; when it is {@link CronTask} and takes a payload; or when it is
 * {@link #transactional} and leaves that transaction by its own propagation.
 *
 * <p>What isn't said is as {@link dev.baton.handler.TaskDefinition} has it. Texts may hold {@code
 * ${...}}. For all else declare a bean of class {@link dev.baton.handler.TaskOptions}.
 */
@Documented
@Reflective(TaskMethodHints.class)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface TaskHandler {

  /** The task type: the stored name, never to be changed while tasks of it are there. */
  String value();

  /**
   * How many tasks it is given at a time at the most; 0 for one by one. The method then takes a
   * {@code List} of what the tasks carry, or of {@link dev.baton.handler.ChunkItem}, and answers
   * nothing; see {@link dev.baton.handler.Chunks}. It can't be {@link #transactional}.
   */
  int chunk() default 0;

  /** How long the first task of a chunk waits for others, such as {@code 50ms}; with chunk. */
  String linger() default "";

  /** Whether it runs in a Spring transaction that also carries the task's completion. */
  boolean transactional() default false;

  /** How many tasks of this type run at a time on a node; 0 for the usual. */
  int concurrency() default 0;

  /** Whether the keys take turns, all alike; weights need {@code TaskOptions}. */
  boolean fair() default false;

  /** How often a task is tried in all, with growing delays; 0 for the usual. */
  int attempts() default 0;

  /** Whether a task ends FAILED, instead of in ERROR, when its attempts are used up. */
  boolean failWhenExhausted() default false;

  /** How long one attempt may take, such as {@code 30s}, {@code 10m} or {@code PT1H}. */
  String deadline() default "";

  /** How long DONE tasks are kept, such as {@code 7d}; {@code 0s} for not at all. */
  String keepDone() default "";

  /**
   * Whether a task stops in ERROR when its node dies while the method runs, instead of being
   * resumed; to ask what happened needs {@code TaskOptions}.
   */
  boolean stopWhenLost() default false;

  /** The bucket of tasks that name none themselves. */
  String bucket() default "";
}
