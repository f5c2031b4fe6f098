package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.handler.Attempt;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskOptions;
import dev.baton.handler.internal.Definition;
import dev.baton.limit.Limit;
import dev.baton.limit.internal.LimitPolicies;
import dev.baton.operate.Operations;
import dev.baton.operate.TaskInfo;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Tests options of a type as a bean, in addition to the annotation of its handler method. */
class TaskOptionsTest {
  private static final TaskType<Payout, Void> PAY = TaskType.of("PAY", Payout.class);

  private final ApplicationContextRunner runner = TestContexts.onH2().withBean(Payouts.class);

  record Payout(String partner, int attempts) {}

  static class Payouts {
    @TaskHandler(value = "PAY", deadline = "30s")
    void pay(Payout payout, Attempt attempt) {
      throw new IllegalStateException("the bank is closed");
    }
  }

  static class Narrow {
    @TaskHandler(value = "PAY", concurrency = 3, bucket = "banks")
    void pay(Payout payout) {}
  }

  static class Texts {
    @TaskHandler("TEXT")
    void send(String text) {
      throw new IllegalStateException("no route");
    }

    @CronTask(name = "NIGHTLY", cron = "0 0 3 * * *")
    void clean() {}
  }

  /** Returns options that read the number of attempts from the payload, whose class they know. */
  private static TaskOptions asOftenAsThePayoutSays() {
    return TaskOptions.of(
        PAY,
        pay ->
            pay.failWhenExhausted()
                .retry(
                    failure ->
                        failure.attempt() < failure.payload().attempts()
                            ? Optional.of(Duration.ofMillis(1))
                            : Optional.empty())
                .limits(Limit.cluster("partner", 5).perKey()));
  }

  @Test
  void optionsCanSetEverythingThatDefinitionsCan() {
    runner
        .withBean(TaskOptions.class, TaskOptionsTest::asOftenAsThePayoutSays)
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              UUID id = context.getBean(Tasks.class).add(PAY.with(new Payout("ada", 3))).taskId();
              TaskInfo ended = ended(context, id);
              assertThat(ended.status()).isEqualTo(Status.FAILED);
              assertThat(ended.attempts()).isEqualTo(3);
              Definition pay = definition(context, "PAY");
              assertThat(pay.deadline()).isEqualTo(Duration.ofSeconds(30));
              assertThat(LimitPolicies.isLocal(pay.limitPolicy())).isFalse();
            });
  }

  @Test
  void textAndCronMethodsHaveOptionsToo() {
    runner
        .withBean(Texts.class)
        .withBean(
            "text",
            TaskOptions.class,
            () ->
                TaskOptions.of(
                    TaskType.of("TEXT"), text -> text.retry(Retry.never()).failWhenExhausted()))
        .withBean(
            "nightly",
            TaskOptions.class,
            () -> TaskOptions.of(TaskType.of("NIGHTLY"), one -> one.bucket("nights")))
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              UUID id =
                  context
                      .getBean(Tasks.class)
                      .add(TaskType.of("TEXT", Bytes.class).with(Bytes.of("hello")))
                      .taskId();
              assertThat(ended(context, id).status()).isEqualTo(Status.FAILED);
              assertThat(definition(context, "NIGHTLY").bucket()).isEqualTo("nights");
            });
  }

  @Test
  void optionsOfTypeWithoutMethodAreRefused() {
    runner
        .withBean(
            TaskOptions.class,
            () -> TaskOptions.of(TaskType.of("PAYY", Payout.class), pay -> pay.fair()))
        .run(
            context ->
                refused(
                    context,
                    "TaskOptions for type 'PAYY', but no @TaskHandler or @CronTask has that type;"
                        + " the existing types are [PAY]"));
  }

  @Test
  void twoOptionsOfOneTypeAreRefused() {
    runner
        .withBean("first", TaskOptions.class, TaskOptionsTest::asOftenAsThePayoutSays)
        .withBean("second", TaskOptions.class, () -> TaskOptions.of(PAY, pay -> pay.fair()))
        .run(context -> refused(context, "Two TaskOptions beans have the type 'PAY'"));
  }

  @Test
  void optionSetInAnnotationAndBeanIsRefused() {
    ApplicationContextRunner narrow = TestContexts.onH2().withBean(Narrow.class);
    narrow
        .withBean(TaskOptions.class, TaskOptionsTest::asOftenAsThePayoutSays)
        .run(
            context ->
                refused(
                    context,
                    "sets concurrency in its annotation, but the TaskOptions of type PAY set"
                        + " limits(...)"));
    narrow
        .withBean(TaskOptions.class, () -> TaskOptions.of(PAY, pay -> pay.bucket("default")))
        .run(context -> refused(context, "the TaskOptions of type PAY set bucket(...)"));
    narrow
        .withBean(TaskOptions.class, () -> TaskOptions.of(PAY, pay -> pay.fair()))
        .run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void optionsWithAnotherPayloadThanTheMethodAreRefused() {
    runner
        .withBean(
            TaskOptions.class,
            () -> TaskOptions.of(TaskType.of("PAY", Integer.class), pay -> pay.fair()))
        .run(context -> refused(context, "'PAY' has the payload java.lang.Integer"));
  }

  private static Definition definition(AssertableApplicationContext context, String type) {
    return context.getBean(BatonNode.class).baton().definitions().stream()
        .map(Definition::of)
        .filter(one -> one.type().equals(type))
        .findFirst()
        .orElseThrow();
  }

  private static TaskInfo ended(AssertableApplicationContext context, UUID id)
      throws InterruptedException {
    Operations operations = context.getBean(Operations.class);
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (operations.find(id).filter(TaskInfo::isFinished).isEmpty()
        && System.nanoTime() < until) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    return operations.find(id).orElseThrow();
  }

  private static void refused(AssertableApplicationContext context, String words) {
    assertThat(context).getFailure().hasStackTraceContaining(words);
  }
}
