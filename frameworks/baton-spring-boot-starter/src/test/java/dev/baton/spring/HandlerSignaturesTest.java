package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import java.time.DayOfWeek;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

/** Tests unusual signatures. Each is read as declared, or refused at the start. */
class HandlerSignaturesTest {
  record Payout(String to, int amount) {}

  private static final TaskType<Payout, Void> PAY = TaskType.of("PAY", Payout.class);
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

  record Several(Arrivals arrivals) {
    @TaskHandler("TWICE")
    void twice(Attempt one, Attempt same) {
      arrivals.saw("" + (one == same));
    }

    @TaskHandler("LATER")
    CompletableFuture<Outcome<?>> later(Payout payout) {
      return CompletableFuture.supplyAsync(
          () -> {
            arrivals.saw("later " + payout.to());
            return Outcome.done();
          });
    }

    @TaskHandler("ANYTHING")
    void anything(Object payload) {
      arrivals.saw("" + payload);
    }

    @TaskHandler("LIST")
    void list(List<?> payload) {
      arrivals.saw("" + payload);
    }

    @TaskHandler("MAP")
    void map(Attempt attempt, Map<String, ?> payload) {
      arrivals.saw("" + payload);
    }

    @TaskHandler("VARARGS")
    void varargs(String... payload) {
      arrivals.saw(Arrays.toString(payload));
    }

    @TaskHandler("DAY")
    void day(DayOfWeek payload) {
      arrivals.saw("" + payload);
    }

    @TaskHandler("FLAG")
    void flag(boolean payload, Attempt attempt) {
      arrivals.saw("" + payload + attempt.number());
    }

    @TaskHandler("NONE")
    void none(Void payload) {
      arrivals.saw("" + payload);
    }
  }

  @Test
  void eachHandlerWorksAsItsSignatureDeclares() {
    Payout anna = new Payout("anna", 5);
    Map<TaskRequest<?, ?>, String> reads = new LinkedHashMap<>();
    reads.put(TaskRequest.of(TaskType.of("TWICE")), "true");
    reads.put(TaskType.of("LATER", Payout.class).with(anna), "later anna");
    reads.put(TaskType.of("ANYTHING", Payout.class).with(anna), "{to=anna, amount=5}");
    reads.put(TaskType.of("LIST", List.class).with(List.of(1, "x")), "[1, x]");
    reads.put(TaskType.of("MAP", Map.class).with(Map.of("to", "anna")), "{to=anna}");
    reads.put(TaskType.of("VARARGS", String[].class).with(new String[] {"a", "b"}), "[a, b]");
    reads.put(TaskType.of("DAY", DayOfWeek.class).with(DayOfWeek.MONDAY), "MONDAY");
    reads.put(TaskType.of("FLAG", Boolean.class).with(true), "true1");
    reads.put(TaskRequest.of(TaskType.of("NONE")), "null");
    runner
        .withBean(Several.class)
        .run(
            context -> {
              for (Map.Entry<TaskRequest<?, ?>, String> one : reads.entrySet()) {
                context.getBean(Tasks.class).add(one.getKey());
                assertThat(context.getBean(Arrivals.class).next()).isEqualTo(one.getValue());
              }
            });
  }

  abstract static class Above<P> {
    final Arrivals arrivals;

    Above(Arrivals arrivals) {
      this.arrivals = arrivals;
    }

    @TaskHandler("PAY")
    abstract Object handle(P payload);
  }

  static class Overriding extends Above<Payout> {
    Overriding(Arrivals arrivals) {
      super(arrivals);
    }

    @Override
    Outcome<?> handle(Payout payload) {
      arrivals.saw("overriding " + payload.to());
      return Outcome.done();
    }
  }

  static class OverridingAgain extends Overriding {
    OverridingAgain(Arrivals arrivals) {
      super(arrivals);
    }

    @Override
    @TaskHandler("PAY")
    public Outcome<?> handle(Payout payload) {
      arrivals.saw("again " + payload.to());
      return Outcome.done();
    }
  }

  interface Pays {
    @TaskHandler(value = "PAY", transactional = true)
    @Transactional
    void pay(Payout payout);
  }

  static class ByInterface implements Pays {
    private final Arrivals arrivals;

    ByInterface(Arrivals arrivals) {
      this.arrivals = arrivals;
    }

    @Override
    public void pay(Payout payout) {
      arrivals.saw("by interface " + payout.to());
    }
  }

  static class Apart {
    private final Arrivals arrivals;

    Apart(Arrivals arrivals) {
      this.arrivals = arrivals;
    }

    @TaskHandler("PAY")
    @Transactional
    protected void pay(Payout payout) {
      arrivals.saw("protected " + payout.to());
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableTransactionManagement(proxyTargetClass = false)
  static class ProxiesOfInterfaces {
    @Bean
    Pays pays(Arrivals arrivals) {
      return new ByInterface(arrivals);
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class ProxiesOfClasses {
    @Bean
    Pays pays(Arrivals arrivals) {
      return new ByInterface(arrivals);
    }
  }

  /** The bean's class differs from the return type of its method. */
  @Configuration(proxyBeanMethods = false)
  static class HiddenBehindAnInterface {
    @Bean
    Runnable hidden(Arrivals arrivals) {
      return new Hidden(arrivals);
    }
  }

  record Hidden(Arrivals arrivals) implements Runnable {
    @Override
    public void run() {}

    @TaskHandler("PAY")
    void pay(Payout payout) {
      arrivals.saw("hidden " + payout.to());
    }
  }

  @Test
  void overriddenAndProxiedMethodsRunOnce() {
    runs(runner.withBean(Overriding.class), "overriding anna");
    runs(runner.withBean(OverridingAgain.class), "again anna");
    runs(runner.withBean(Apart.class), "protected anna");
    runs(runner.withUserConfiguration(ProxiesOfClasses.class), "by interface anna");
    runs(
        runner
            .withPropertyValues("spring.aop.proxy-target-class=false")
            .withUserConfiguration(ProxiesOfInterfaces.class),
        "by interface anna");
    runs(runner.withUserConfiguration(HiddenBehindAnInterface.class), "hidden anna");
  }

  private static void runs(ApplicationContextRunner with, String seen) {
    with.run(
        context -> {
          context.getBean(Tasks.class).add(ANNA);
          assertThat(context.getBean(Arrivals.class).next()).isEqualTo(seen);
        });
  }

  static class ListOfFutures {
    @TaskHandler("T")
    List<CompletableFuture<Void>> handle() {
      return List.of();
    }
  }

  static class OptionalFuture {
    @TaskHandler("T")
    Optional<CompletionStage<Outcome<?>>> handle() {
      return Optional.empty();
    }
  }

  static class ArrayOfFutures {
    @TaskHandler("T")
    CompletableFuture<?>[] handle() {
      return new CompletableFuture<?>[0];
    }
  }

  static class WildStage {
    @TaskHandler("T")
    CompletionStage<?> handle() {
      return CompletableFuture.completedFuture(null);
    }
  }

  static class OfAnOptional {
    @TaskHandler("T")
    void handle(Optional<Payout> payload) {}
  }

  static class Private {
    @TaskHandler("T")
    private void handle() {}
  }

  static class Static {
    @TaskHandler("T")
    static void handle() {}
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        ListOfFutures.class,
        OptionalFuture.class,
        ArrayOfFutures.class,
        WildStage.class,
        OfAnOptional.class,
        Private.class,
        Static.class
      })
  void unreadablePayloadsAndUnusedResultsAreRefused(Class<?> handler) {
    runner
        .withBean(handler)
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining(handler.getName() + ".handle"));
  }
}
