package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.transaction.annotation.Transactional;

/** Tests handlers of beans that aren't plain singletons, and inherited methods. */
class HandlerBeansTest {
  record Payout(String to, int amount) {}

  private static final TaskType<Payout, Void> PAY = TaskType.of("PAY", Payout.class);
  private static final TaskType<String, Void> DEFINED = TaskType.of("DEFINED", String.class);
  private static final TaskRequest<?, ?> ANNA = PAY.with(new Payout("anna", 5));

  private final ApplicationContextRunner runner =
      TestContexts.onH2().withUserConfiguration(Noted.class);

  @Configuration(proxyBeanMethods = false)
  static class Noted {
    @Bean
    Arrivals arrivals() {
      return new Arrivals();
    }
  }

  interface Handles<P> {
    void handle(P payload);
  }

  record OfPayout(Arrivals arrivals) implements Handles<Payout> {
    @Override
    @TaskHandler("PAY")
    public void handle(Payout payload) {
      arrivals.saw(payload.to());
    }
  }

  interface Paying {
    Arrivals arrivals();

    @TaskHandler("PAY")
    default void pay(Payout payload) {
      arrivals().saw(payload.to());
    }
  }

  record ByDefault(Arrivals arrivals) implements Paying {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
  @JsonSubTypes(@JsonSubTypes.Type(value = Card.class, name = "card"))
  interface Means {}

  record Card(String owner) implements Means {}

  record OfMeans(Arrivals arrivals) {
    @TaskHandler("PAY")
    void pay(Means means) {
      arrivals.saw(means.toString());
    }
  }

  private void runs(ApplicationContextRunner with, TaskRequest<?, ?> request, String seen) {
    with.run(
        context -> {
          context.getBean(Tasks.class).add(request);
          assertThat(context.getBean(Arrivals.class).next()).isEqualTo(seen);
        });
  }

  @Test
  void interfaceMethodsAreFoundOnce() {
    runs(runner.withBean(OfPayout.class), ANNA, "anna");
    runs(runner.withBean(ByDefault.class), ANNA, "anna");
  }

  @Test
  void interfaceThatNamesItsSubtypesIsReadable() {
    TaskType<Means, Void> type = TaskType.of("PAY", Means.class);
    runs(runner.withBean(OfMeans.class), type.with(new Card("anna")), "Card[owner=anna]");
  }

  /** Counts its instances. */
  static class Made {
    private static int count;
    private final int number = ++count;
    private final Arrivals arrivals;

    Made(Arrivals arrivals) {
      this.arrivals = arrivals;
    }

    @TaskHandler("PAY")
    public void pay(Payout payload) {
      arrivals.saw("new " + (number == count));
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class ScopedProxies {
    @Bean
    @Scope(value = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
    Made made(Arrivals arrivals) {
      return new Made(arrivals);
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Prototypes {
    @Bean
    @Scope("prototype")
    Made made(Arrivals arrivals) {
      return new Made(arrivals);
    }
  }

  @Test
  void prototypeIsCreatedForEachAttemptWithOrWithoutProxy() {
    runs(runner.withUserConfiguration(ScopedProxies.class), ANNA, "new true");
    runs(runner.withUserConfiguration(Prototypes.class), ANNA, "new true");
  }

  static class Final {
    @Transactional
    public void other() {}

    @TaskHandler(value = "PAY", attempts = 1, failWhenExhausted = true)
    public final void pay(Payout payload) {}
  }

  @Configuration(proxyBeanMethods = false)
  static class LazyFinal {
    @Bean
    @Lazy
    Final lazy() {
      return new Final();
    }
  }

  record Answering() {
    @TaskHandler(value = "PAY", attempts = 1, failWhenExhausted = true)
    Object answer() {
      return CompletableFuture.completedFuture(Outcome.done());
    }
  }

  @Test
  void errorVisibleOnlyAtRunTimeFailsTheAttempt() {
    fails(runner.withUserConfiguration(LazyFinal.class), "it would run without the bean's fields");
    fails(runner.withBean(Answering.class), "returned a java.util.concurrent.CompletableFuture");
  }

  private static void fails(ApplicationContextRunner with, String words) {
    with.run(
        context -> {
          CompletionStage<Void> end =
              context.getBean(Tasks.class).submit(PAY.with(new Payout("anna", 5))).result();
          assertThatThrownBy(() -> end.toCompletableFuture().get(60, TimeUnit.SECONDS))
              .hasMessageContaining(words);
        });
  }

  @Test
  void handlersOfParentContextAreFound() {
    try (GenericApplicationContext parent = new GenericApplicationContext()) {
      Arrivals arrivals = new Arrivals();
      parent.registerBean("method", OfPayout.class, () -> new OfPayout(arrivals));
      parent.registerBean(
          "definition",
          TaskDefinition.class,
          () -> TaskDefinition.of(DEFINED).handler((text, attempt) -> arrivals.saw(text)));
      parent.refresh();
      TestContexts.onH2()
          .withParent(parent)
          .run(
              context -> {
                context.getBean(Tasks.class).add(ANNA);
                assertThat(arrivals.next()).isEqualTo("anna");
                context.getBean(Tasks.class).add(DEFINED.with("defined"));
                assertThat(arrivals.next()).isEqualTo("defined");
              });
    }
  }

  static class Listening {
    @DurableListener
    @TaskHandler("PAY")
    void on(Payout payload) {}
  }

  @Test
  void listenerInParentContextThatMissesEventsIsRefused() {
    try (GenericApplicationContext parent = new GenericApplicationContext()) {
      parent.registerBean(Listening.class);
      parent.refresh();
      runner
          .withParent(parent)
          .run(
              context ->
                  assertThat(context)
                      .getFailure()
                      .hasStackTraceContaining("doesn't receive the events"));
    }
  }
}
