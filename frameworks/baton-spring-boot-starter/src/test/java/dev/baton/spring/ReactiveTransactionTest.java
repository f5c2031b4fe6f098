package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.task.Bytes;
import io.r2dbc.h2.H2ConnectionFactory;
import io.r2dbc.spi.ConnectionFactory;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.r2dbc.connection.R2dbcTransactionManager;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.ReactiveTransactionManager;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.reactive.TransactionalOperator;
import org.springframework.transaction.support.TransactionTemplate;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** A task can't be part of a reactive transaction, so an add in one is refused. */
class ReactiveTransactionTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  /** Makes a change by R2DBC, then does more in the same transaction. */
  static class Ledger {
    private final DatabaseClient client;

    Ledger(DatabaseClient client) {
      this.client = client;
    }

    Mono<Long> change() {
      return client.sql("SELECT 1").fetch().rowsUpdated().defaultIfEmpty(0L);
    }

    @Transactional("reactive")
    public Mono<Object> transactionally(Function<Mono<Long>, Mono<?>> more) {
      return more.apply(change()).cast(Object.class);
    }

    @Transactional(transactionManager = "reactive", propagation = Propagation.NOT_SUPPORTED)
    public Mono<Object> apart(Supplier<Object> work) {
      return change().map(changed -> work.get());
    }
  }

  static class Notes {
    private final Arrivals arrivals;

    Notes(Arrivals arrivals) {
      this.arrivals = arrivals;
    }

    @TaskHandler("NOTE")
    void note(String text) {
      arrivals.saw(text);
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class TwoManagers {
    private final ConnectionFactory connections =
        H2ConnectionFactory.inMemory("reactive" + UUID.randomUUID());

    @Bean
    ReactiveTransactionManager reactive() {
      return new R2dbcTransactionManager(connections);
    }

    @Bean
    PlatformTransactionManager blocking(DataSource dataSource) {
      return new JdbcTransactionManager(dataSource);
    }

    @Bean
    Ledger ledger() {
      return new Ledger(DatabaseClient.create(connections));
    }

    @Bean
    Arrivals arrivals() {
      return new Arrivals();
    }

    @Bean
    Notes notes(Arrivals arrivals) {
      return new Notes(arrivals);
    }
  }

  @Test
  void addInReactiveTransactionIsAlwaysRefused() {
    TestContexts.onH2()
        .withUserConfiguration(TwoManagers.class)
        .run(
            context -> {
              Tasks tasks = context.getBean(Tasks.class);
              Ledger ledger = context.getBean(Ledger.class);
              TransactionalOperator operator =
                  TransactionalOperator.create(context.getBean(ReactiveTransactionManager.class));
              Supplier<Object> add =
                  () -> tasks.add(TaskType.of("NOTE", Bytes.class).with(Bytes.of("never")));

              refused(
                  ledger.transactionally(
                      change -> {
                        tasks.add(TaskType.of("NOTE", Bytes.class).with(Bytes.of("never")));
                        return change;
                      }));
              refused(ledger.transactionally(change -> change.map(changed -> add.get())));
              refused(ledger.transactionally(change -> change.then(Mono.fromCallable(add::get))));
              refused(
                  ledger.transactionally(
                      change -> change.then(Mono.defer(() -> Mono.just(add.get())))));
              refused(
                  ledger.transactionally(
                      change ->
                          change.then(
                              Mono.defer(() -> Mono.just(add.get()))
                                  .subscribeOn(Schedulers.boundedElastic()))));
              refused(
                  ledger.transactionally(
                      change ->
                          change
                              .publishOn(Schedulers.boundedElastic())
                              .delayElement(Duration.ofMillis(1))
                              .map(changed -> add.get())));
              refused(
                  ledger.transactionally(
                      change -> Flux.range(1, 3).flatMap(i -> change).map(i -> add.get()).last()));
              refused(operator.transactional(ledger.change().map(changed -> add.get())));

              arrives(context.getBean(Arrivals.class), tasks);
            });
  }

  @Test
  void addOutsideReactiveTransactionIsAllowed() {
    TestContexts.onH2()
        .withUserConfiguration(TwoManagers.class)
        .run(
            context -> {
              Tasks tasks = context.getBean(Tasks.class);
              Ledger ledger = context.getBean(Ledger.class);
              Arrivals arrivals = context.getBean(Arrivals.class);
              TransactionTemplate jdbc =
                  new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
              Supplier<Object> add =
                  () -> tasks.add(TaskType.of("NOTE", Bytes.class).with(Bytes.of("made")));

              ledger.change().map(changed -> add.get()).block(LONG);
              ledger.transactionally(change -> change).map(changed -> add.get()).block(LONG);
              ledger
                  .transactionally(change -> change)
                  .then(Mono.fromCallable(add::get))
                  .block(LONG);
              ledger.transactionally(change -> change.then(ledger.apart(add))).block(LONG);
              ledger
                  .transactionally(
                      change -> change.map(changed -> jdbc.execute(status -> add.get())))
                  .block(LONG);
              for (int i = 0; i < 5; i++) {
                assertThat(arrivals.next()).isEqualTo("made");
              }
              arrives(arrivals, tasks);
            });
  }

  private static void refused(Mono<?> pipeline) {
    assertThatThrownBy(() -> pipeline.block(LONG))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("The reactive transaction")
        .hasMessageContaining("is active")
        .hasMessageContaining("Nothing was written");
  }

  /** Checks that no other task arrives. */
  private static void arrives(Arrivals arrivals, Tasks tasks) throws InterruptedException {
    tasks.add(TaskType.of("NOTE", Bytes.class).with(Bytes.of("marker")));
    assertThat(arrivals.next()).isEqualTo("marker");
    assertThat(arrivals.isEmpty()).isTrue();
  }
}
