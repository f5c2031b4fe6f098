package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import elsewhere.UnseenTasks;
import java.io.InputStream;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** The application doesn't start if a handler's signature declares something impossible. */
class BrokenPromisesTest {
  record Payout(String to, int amount) {}

  private final ApplicationContextRunner runner =
      TestContexts.onH2().withUserConfiguration(Noted.class);

  @Configuration(proxyBeanMethods = false)
  @EnableAsync
  static class Noted {
    @Bean
    Arrivals arrivals() {
      return new Arrivals();
    }
  }

  static class AsyncMethod {
    @Async
    @TaskHandler("LATER")
    public void later(String payload) {}
  }

  @Async
  static class AsyncClass {
    @TaskHandler("LATER")
    public void later(String payload) {}
  }

  static class AsyncBelow extends AsyncClass {}

  @Async
  @Retention(RetentionPolicy.RUNTIME)
  @interface InTheBackground {}

  static class MetaAsync {
    @InTheBackground
    @CronTask(name = "LATER", cron = "0 0 3 * * *")
    public void later() {}
  }

  @Test
  void asyncHandlerIsRefused() {
    for (Class<?> handler :
        List.of(AsyncMethod.class, AsyncClass.class, AsyncBelow.class, MetaAsync.class)) {
      runner.withBean(handler).run(context -> refused(context, ".later is @Async"));
    }
  }

  static class OfOptional {
    @TaskHandler("T")
    void handle(Optional<Payout> payload) {}
  }

  static class OfRawOptional {
    @TaskHandler("T")
    @SuppressWarnings("rawtypes")
    void handle(Optional payload) {}
  }

  static class AnswersStageOfResult {
    @TaskHandler("T")
    CompletableFuture<Payout> handle() {
      return new CompletableFuture<>();
    }
  }

  static class AnswersFuture {
    @TaskHandler("T")
    Future<Outcome<?>> handle() {
      return new CompletableFuture<>();
    }
  }

  static class AnswersCallable {
    @TaskHandler("T")
    Callable<String> handle() {
      return () -> "later";
    }
  }

  static class Private {
    @TaskHandler("T")
    private void handle() {}
  }

  static class Static {
    @TaskHandler("T")
    static void handle() {}
  }

  static class ByTheClockToo {
    @Scheduled(cron = "0 0 3 * * *")
    @TaskHandler("T")
    public void handle() {}
  }

  static class LeavesTheTransaction {
    @Transactional(propagation = Propagation.REQUIRES_NEW)
    @TaskHandler(value = "T", transactional = true)
    public void handle() {}
  }

  static class FinalBehindAProxy {
    @Transactional
    public void other() {}

    @TaskHandler("T")
    public final void handle() {}
  }

  static class LeavesTheTransactionByJakarta {
    @jakarta.transaction.Transactional(jakarta.transaction.Transactional.TxType.REQUIRES_NEW)
    @TaskHandler(value = "T", transactional = true)
    public void handle() {}
  }

  static class OfAnotherPackage extends UnseenTasks.PackagePrivate {
    @Transactional
    public void other() {}
  }

  static class AnswersStream {
    @TaskHandler("T")
    Stream<String> handle() {
      return Stream.of("later");
    }
  }

  static class OfInputStream {
    @TaskHandler("T")
    void handle(InputStream payload) {}
  }

  static final class Unmakeable {
    Unmakeable(Thread one, Payout other) {}
  }

  static class OfUnmakeable {
    @TaskHandler("T")
    void handle(Unmakeable payload) {}
  }

  static class PayloadByTheClock {
    @CronTask(name = "T", cron = "0 0 3 * * *")
    void handle(Payout payload) {}
  }

  static class NoSuchType {
    @TaskHandler("${not.there}")
    void handle() {}
  }

  static class NoSuchBucket {
    @TaskHandler(value = "T", bucket = "${not.there}")
    void handle() {}
  }

  static class Twice {
    @TaskHandler("T")
    void one() {}

    @TaskHandler("T")
    void other(String payload) {}
  }

  @Test
  void impossibleSignaturesAreRefusedWithAnExplanation() {
    Map<Class<?>, String> refusals = new LinkedHashMap<>();
    refusals.put(OfOptional.class, "takes a java.util.Optional<");
    refusals.put(OfRawOptional.class, "takes a java.util.Optional, which can't be a payload");
    refusals.put(AnswersStageOfResult.class, "a stage of something other than an Outcome");
    refusals.put(AnswersFuture.class, "returns a java.util.concurrent.Future, for which no caller");
    refusals.put(AnswersCallable.class, "returns a java.util.concurrent.Callable");
    refusals.put(Private.class, "is private or static");
    refusals.put(Static.class, "is private or static");
    refusals.put(ByTheClockToo.class, "is @Scheduled");
    refusals.put(LeavesTheTransaction.class, "would not be in the transaction of Baton");
    refusals.put(LeavesTheTransactionByJakarta.class, "would not be in the transaction of");
    refusals.put(FinalBehindAProxy.class, "it would run without the bean's fields");
    refusals.put(OfAnotherPackage.class, "it would run without the bean's fields");
    refusals.put(AnswersStream.class, "returns a java.util.stream.Stream");
    refusals.put(OfInputStream.class, "No JSON can be read as a java.io.InputStream");
    refusals.put(OfUnmakeable.class, "has no constructor that Jackson can use");
    refusals.put(PayloadByTheClock.class, "runs on a schedule and takes a");
    refusals.put(NoSuchType.class, "no property exists for ${not.there}");
    refusals.put(NoSuchBucket.class, "no property exists for ${not.there}");
    refusals.put(Twice.class, "The type T is defined twice");
    refusals.forEach(
        (handler, words) -> runner.withBean(handler).run(context -> refused(context, words)));
  }

  @Retention(RetentionPolicy.RUNTIME)
  @interface Later {}

  static class AsyncByItsOwnAnnotation {
    @Later
    @TaskHandler("LATER")
    public void later(String payload) {}
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAsync(annotation = Later.class)
  static class OwnAnnotation {}

  @Test
  void handlerWithCustomAsyncAnnotationIsRefused() {
    TestContexts.onH2()
        .withUserConfiguration(OwnAnnotation.class)
        .withBean(AsyncByItsOwnAnnotation.class)
        .run(context -> refused(context, ".later is asynchronous"));
  }

  @Configuration(proxyBeanMethods = false)
  static class OfARequest {
    @Bean
    @Scope(value = "request", proxyMode = ScopedProxyMode.TARGET_CLASS)
    Twice one() {
      return new Twice();
    }
  }

  @Test
  void requestScopedHandlerIsRefused() {
    runner
        .withUserConfiguration(OfARequest.class)
        .run(context -> refused(context, "belongs to a bean in the scope request"));
  }

  @Test
  void twoTypeBeansWithOneNameAreRefused() {
    TaskType<String, Void> first = TaskType.of("T", String.class);
    runner
        .withBean("first", TaskType.class, () -> first)
        .withBean("again", TaskType.class, () -> first)
        .run(context -> assertThat(context).hasNotFailed());
    runner
        .withBean("first", TaskType.class, () -> first)
        .withBean("second", TaskType.class, () -> first.version(2))
        .run(context -> refused(context, "Two TaskType or TaskOptions beans name the type 'T'"));
  }

  private static void refused(
      org.springframework.boot.test.context.assertj.AssertableApplicationContext context,
      String words) {
    assertThat(context).getFailure().hasStackTraceContaining(words);
  }
}
