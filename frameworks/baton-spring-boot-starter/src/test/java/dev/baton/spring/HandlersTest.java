package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.api.Transaction;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.Definition;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.task.Bytes;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** Tests how beans handle tasks. */
@Tag("boot3")
class HandlersTest {
  record Payout(String to, int amount) {}

  static final TaskType<Payout, String> PAY = TaskType.of("PAY", Payout.class, String.class);

  private static final boolean HAS_VIRTUAL_THREADS = Runtime.version().feature() >= 21;

  private final ApplicationContextRunner runner =
      TestContexts.onH2().withUserConfiguration(Noted.class);

  @Configuration(proxyBeanMethods = false)
  static class Noted {
    @Bean
    Arrivals arrivals() {
      return new Arrivals();
    }
  }

  static class Methods {
    private final Arrivals arrivals;

    Methods(Arrivals arrivals) {
      this.arrivals = arrivals;
    }

    @TaskHandler("TEXT")
    void text(String payload) {
      arrivals.saw("text " + payload);
    }

    @TaskHandler("JSON")
    void json(Attempt attempt, Payout payout) {
      arrivals.saw("json " + payout.to() + " " + attempt.number());
    }

    @TaskHandler("NOTHING")
    void nothing() {
      arrivals.saw("nothing");
    }

    @TaskHandler("ANSWERING")
    String answering(Payout payout) {
      return "paid " + payout.to();
    }

    @TaskHandler("DECIDING")
    Outcome<?> deciding(Attempt attempt) {
      arrivals.saw("deciding " + attempt.state());
      return attempt.state().isEmpty() ? new HandlerOutcome.GoTo<>("second", null) : Outcome.done();
    }

    @TaskHandler("ASYNC")
    CompletionStage<Outcome<?>> async(String payload) {
      arrivals.saw("async " + payload);
      return CompletableFuture.completedFuture(Outcome.done());
    }
  }

  @Test
  void methodsTakeTextJsonOrNothingAndReturnOutcomes() {
    runner
        .withBean(Methods.class)
        .run(
            context -> {
              Tasks tasks = context.getBean(Tasks.class);
              Arrivals arrivals = context.getBean(Arrivals.class);
              tasks.add(TaskType.of("TEXT", Bytes.class).with(Bytes.of("hello")));
              assertThat(arrivals.next()).isEqualTo("text hello");
              tasks.add(TaskType.of("JSON", Payout.class).with(new Payout("anna", 5)));
              assertThat(arrivals.next()).isEqualTo("json anna 1");
              tasks.add(TaskRequest.of(TaskType.of("NOTHING")));
              assertThat(arrivals.next()).isEqualTo("nothing");
              tasks.add(TaskType.of("ASYNC", Bytes.class).with(Bytes.of("later")));
              assertThat(arrivals.next()).isEqualTo("async later");
              tasks.add(TaskRequest.of(TaskType.of("DECIDING")));
              assertThat(arrivals.next()).isEqualTo("deciding ");
              assertThat(arrivals.next()).isEqualTo("deciding second");
            });
  }

  @Test
  void returnValueOfMethodIsTheResult() {
    TaskType<Payout, String> type = TaskType.of("ANSWERING", Payout.class, String.class);
    runner
        .withBean(Methods.class)
        .run(
            context ->
                assertThat(
                        context
                            .getBean(Tasks.class)
                            .submit(type.with(new Payout("ben", 1)))
                            .result()
                            .get(60, TimeUnit.SECONDS))
                    .isEqualTo("paid ben"));
  }

  static class Versioned {
    private final Arrivals arrivals;

    Versioned(Arrivals arrivals) {
      this.arrivals = arrivals;
    }

    @TaskHandler("PAY")
    void pay(Payout payout) {
      arrivals.saw(payout.to() + " " + payout.amount());
    }
  }

  @Test
  void typeBeanDefinesHowPayloadIsRead() {
    TaskType<Payout, String> second = PAY.version(2);
    runner
        .withBean(Versioned.class)
        .withBean(
            "pay", TaskType.class, () -> second.reads(1, String.class, to -> new Payout(to, 0)))
        .run(
            context -> {
              Tasks tasks = context.getBean(Tasks.class);
              tasks.add(second.with(new Payout("cleo", 3)));
              assertThat(context.getBean(Arrivals.class).next()).isEqualTo("cleo 3");
              tasks.add(TaskType.of("PAY", String.class).with("old"));
              assertThat(context.getBean(Arrivals.class).next()).isEqualTo("old 0");
            });
  }

  @Test
  void definitionsAreBeansToo() {
    runner
        .withUserConfiguration(Defined.class)
        .run(
            context -> {
              Tasks tasks = context.getBean(Tasks.class);
              tasks.add(TaskRequest.of(TaskType.of("DEFINED")));
              assertThat(context.getBean(Arrivals.class).next()).isEqualTo("defined");
              assertThat(context.getBean(BatonNode.class).baton().definitions())
                  .map(Definition::of)
                  .filteredOn(definition -> definition.type().equals("DEFINED"))
                  .extracting(Definition::deadline)
                  .containsExactly(Duration.ofSeconds(7));
            });
  }

  @Configuration(proxyBeanMethods = false)
  static class Defined {
    @Bean
    TaskDefinition<?, ?> defined(Arrivals arrivals) {
      return TaskDefinition.of(TaskType.of("DEFINED"))
          .handler((none, attempt) -> arrivals.saw("defined"))
          .deadline(Duration.ofSeconds(7));
    }
  }

  static class Looking {
    private static final InheritableThreadLocal<String> TENANT = new InheritableThreadLocal<>();
    private final Arrivals arrivals;

    Looking(Arrivals arrivals) {
      this.arrivals = arrivals;
    }

    @TaskHandler("LOOK")
    void look() {
      arrivals.saw(TENANT.get() + " " + MDC.get("tenant"));
      MDC.put("tenant", "left");
    }
  }

  @Test
  void methodsSeeNoStateOfCommittingThreadOrEarlierHandler() {
    runner
        .withBean(Looking.class)
        .run(
            context -> {
              TransactionTemplate transactions =
                  new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
              Looking.TENANT.set("whoever committed");
              MDC.put("tenant", "whoever committed");
              try {
                for (int i = 0; i < 3; i++) {
                  transactions.executeWithoutResult(
                      status ->
                          context.getBean(Tasks.class).add(TaskRequest.of(TaskType.of("LOOK"))));
                  assertThat(context.getBean(Arrivals.class).next()).isEqualTo("null null");
                }
              } finally {
                Looking.TENANT.remove();
                MDC.clear();
              }
            });
  }

  static class Refined {
    @TaskHandler(
        value = "${type.name}",
        concurrency = 3,
        attempts = 2,
        deadline = "${how.long}",
        keepDone = "0s",
        fair = true,
        stopWhenLost = true,
        bucket = "slow")
    void refined() {}
  }

  @Test
  void annotationSetsOptionsAndMayUseProperties() {
    runner
        .withBean(Refined.class)
        .withPropertyValues("type.name=NAMED", "how.long=90s")
        .run(
            context -> {
              Definition definition =
                  Definition.of(
                      context.getBean(BatonNode.class).baton().definitions().iterator().next());
              assertThat(definition.type()).isEqualTo("NAMED");
              assertThat(definition.deadline()).isEqualTo(Duration.ofSeconds(90));
              assertThat(definition.keepDone()).isZero();
              assertThat(definition.fairShare()).isNotNull();
              assertThat(definition.onLost().limit()).isZero();
              assertThat(definition.bucket()).isEqualTo("slow");
              assertThat(context.getBean(BatonNode.class).baton().isBucketRunning("slow")).isTrue();
            });
  }

  @Lazy
  static class Proxied {
    @Transactional
    @TaskHandler(value = "BOOK", transactional = true)
    public void book(String text, Transaction transaction) throws Exception {
      try (Statement statement = transaction.unwrap(Connection.class).createStatement()) {
        statement.execute("INSERT INTO booked VALUES ('" + text + "')");
      }
    }

    @TaskHandler("COUNT")
    int count() {
      return 0;
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class LazyProxied {
    @Bean
    @Lazy
    Proxied proxied() {
      return new Proxied();
    }
  }

  @Test
  void methodsOfLazyBeansBehindProxiesAreFound() {
    runner
        .withUserConfiguration(LazyProxied.class)
        .run(
            context -> {
              JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
              jdbc.execute("CREATE TABLE booked (text VARCHAR(100))");
              Tasks tasks = context.getBean(Tasks.class);
              TaskType<Void, Void> book = TaskType.of("BOOK");
              tasks
                  .submit(TaskType.of("BOOK", Bytes.class).with(Bytes.of("one")))
                  .result()
                  .get(60, TimeUnit.SECONDS);
              assertThat(jdbc.queryForList("SELECT text FROM booked", String.class))
                  .containsExactly("one");
            });
  }

  static class ThreadTelling {
    private final Arrivals arrivals;

    ThreadTelling(Arrivals arrivals) {
      this.arrivals = arrivals;
    }

    @TaskHandler("THREAD")
    void tell() throws ReflectiveOperationException {
      arrivals.saw("virtual " + isVirtual());
    }

    private static boolean isVirtual() throws ReflectiveOperationException {
      return HAS_VIRTUAL_THREADS
          && (boolean) Thread.class.getMethod("isVirtual").invoke(Thread.currentThread());
    }
  }

  @Test
  void handlersRunOnVirtualThreadsIfEnabledAndAvailable() {
    runner
        .withBean(ThreadTelling.class)
        .withPropertyValues("spring.threads.virtual.enabled=true")
        .run(
            context -> {
              NodeSettings settings =
                  context.getBean(BatonSetup.class).settings().apply(NodeSettings.defaults());
              assertThat(settings.hasVirtualThreads()).isEqualTo(HAS_VIRTUAL_THREADS);
              context.getBean(Tasks.class).add(TaskRequest.of(TaskType.of("THREAD")));
              assertThat(context.getBean(Arrivals.class).next())
                  .isEqualTo("virtual " + HAS_VIRTUAL_THREADS);
            });
  }

  @Test
  void typeWithTwoHandlersIsReported() {
    runner
        .withBean("one", Refined.class)
        .withBean("two", Refined.class)
        .withPropertyValues("type.name=TWICE", "how.long=90s")
        .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining("TWICE"));
  }
}
