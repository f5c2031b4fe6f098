package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.handler.ChunkItem;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Tests methods that run many tasks with one call. */
class ChunkHandlersTest {
  record Payout(String to, int amount) {}

  private static final TaskType<Payout, Void> PAY = TaskType.of("PAY", Payout.class);
  private static final TaskType<Payout, String> ASK =
      TaskType.of("ASK", Payout.class, String.class);

  private final ApplicationContextRunner runner =
      TestContexts.onH2().withUserConfiguration(Noted.class);

  @Configuration(proxyBeanMethods = false)
  static class Noted {
    @Bean
    Arrivals arrivals() {
      return new Arrivals();
    }
  }

  record Handlers(Arrivals arrivals) {
    @TaskHandler(value = "PAY", chunk = 2, linger = "20s")
    void pay(List<Payout> payouts) {
      arrivals.saw(payouts.stream().map(Payout::to).sorted().toList().toString());
    }

    @TaskHandler(value = "ASK", chunk = 100, linger = "10ms")
    void ask(List<ChunkItem<Payout, String>> items) {
      items.forEach(item -> item.done("asked " + item.payload().to()));
    }
  }

  @Test
  void methodGetsChunksOfItsSize() {
    runner
        .withBean(Handlers.class)
        .run(
            context -> {
              Tasks tasks = context.getBean(Tasks.class);
              tasks.add(PAY.with(new Payout("anna", 1)));
              tasks.add(PAY.with(new Payout("ben", 2)));
              assertThat(context.getBean(Arrivals.class).next()).isEqualTo("[anna, ben]");
            });
  }

  @Test
  void eachItemHasItsOwnResult() {
    runner
        .withBean(Handlers.class)
        .run(
            context ->
                assertThat(
                        context
                            .getBean(Tasks.class)
                            .submit(ASK.with(new Payout("ben", 1)))
                            .result()
                            .get(60, TimeUnit.SECONDS))
                    .isEqualTo("asked ben"));
  }

  static class Answering {
    @TaskHandler(value = "X", chunk = 2)
    List<String> answering(List<Payout> payouts) {
      return List.of();
    }
  }

  static class Single {
    @TaskHandler(value = "X", chunk = 2)
    void single(Payout payout) {}
  }

  static class Untold {
    @TaskHandler(value = "X", chunk = 2)
    void untold(List<?> payouts) {}
  }

  static class Lingering {
    @TaskHandler(value = "X", linger = "1s")
    void lingering(List<Payout> payouts) {}
  }

  static class Transactional {
    @TaskHandler(value = "X", chunk = 2, transactional = true)
    void transactional(List<Payout> payouts) {}
  }

  static class Others {
    @TaskHandler(value = "PAY", chunk = 2)
    void others(List<ChunkItem<Integer, Void>> items) {}
  }

  static class Results {
    @TaskHandler(value = "PAY", chunk = 2)
    void results(List<ChunkItem<Payout, Integer>> items) {}
  }

  @Test
  void impossibleChunkMethodsAreRefusedAtStart() {
    refused(Answering.class, "Answering.answering handles chunks and returns a value");
    refused(Single.class, "Single.single handles chunks and takes something other than a List");
    refused(Untold.class, "Untold.untold takes a List of ?, whose element class is unknown");
    refused(Lingering.class, "Lingering.lingering sets linger without chunk");
    refused(Transactional.class, "Transactional.transactional handles chunks and is transactional");
    refused(Others.class, "Others.others takes a List of java.lang.Integer, but the TaskType");
    refused(Results.class, "Results.results takes items with a result of java.lang.Integer, but");
  }

  private void refused(Class<?> handler, String words) {
    runner
        .withBean(handler)
        .withBean("pay", TaskType.class, () -> PAY)
        .run(
            (AssertableApplicationContext context) ->
                assertThat(context).getFailure().rootCause().hasMessageContaining(words));
  }
}
