package dev.baton.quarkus;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The method of a bean runs tasks of a type. A class without a scope becomes a singleton.
 *
 * <pre>{@code
 * @TaskHandler("SEND_RECEIPT")
 * void send(Payout payout, Attempt attempt) { ... }
 * }</pre>
 *
 * <p>It may take the payload (a {@code String}, {@link dev.baton.task.Bytes}, {@code byte[]}, or a
 * class that is read from JSON; where a {@link dev.baton.api.TaskType} bean of that name carries a
 * payload, what that carries, read as that says), the {@link dev.baton.handler.Attempt}, the {@link
 * dev.baton.schedule.Tick} of a schedule, and, if it is {@link #transactional}, the {@link
 * dev.baton.api.Transaction}. It may answer nothing (it went well), an {@link
 * dev.baton.handler.Outcome}, a {@code CompletionStage<Outcome<?>>}, or anything else, which is
 * then the task's result. Interceptors of the bean are called, and the request context is active.
 *
 * <p>The build fails when the method is private or static. The application doesn't start when it
 * can't run tasks for another reason, such as a payload of which codecs can't be told the class, or
 * an answer that no caller would wait for ({@code Uni}, {@code Future}).
 *
 * <p>What isn't said is as {@link dev.baton.handler.TaskDefinition} has it. Texts may hold {@code
 * ${...}}. For all else produce a bean of class {@link dev.baton.handler.TaskOptions}.
 */
@Documented
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

  /** Whether it runs in a JTA transaction that also carries the task's completion. */
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
