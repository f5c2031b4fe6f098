package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.springframework.transaction.TransactionDefinition.PROPAGATION_NOT_SUPPORTED;
import static org.springframework.transaction.TransactionDefinition.PROPAGATION_REQUIRED;
import static org.springframework.transaction.TransactionDefinition.PROPAGATION_REQUIRES_NEW;
import static org.springframework.transaction.TransactionDefinition.PROPAGATION_SUPPORTS;

import dev.baton.api.Attempt;
import dev.baton.api.Outcome;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.api.error.TaskNotDoneException;
import dev.baton.api.operate.Operations;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;
import dev.baton.spring.transaction.SpringTransaction;
import java.sql.Connection;
import java.sql.Savepoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * What becomes of a task that is added in each kind of Spring transaction, in a real application.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TransactionMatrix {
  /** On the class path for another test. */
  private static final String MODULITH =
      "org.springframework.modulith.events.config.EventPublicationAutoConfiguration,"
          + "org.springframework.modulith.events.jdbc.JdbcEventPublicationAutoConfiguration";

  private static final TaskType<Void, Void> NOTE = TaskType.named("NOTE");

  ConfigurableApplicationContext context;
  Tasks tasks;
  JdbcTemplate jdbc;
  private Operations operations;
  private PlatformTransactionManager manager;
  Arrivals arrivals;

  abstract DatabaseAddress database();

  /** Auto-configurations that aren't wanted. */
  abstract String without();

  /** The application, and what it declares by itself. */
  Class<?>[] sources() {
    return new Class<?>[] {Application.class};
  }

  Map<String, Object> moreProperties() {
    return Map.of();
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @org.springframework.boot.persistence.autoconfigure.EntityScan("dev.baton.spring.entities")
  static class Application {
    @Bean
    Arrivals arrivals() {
      return new Arrivals();
    }

    @Bean
    Notes notes(Arrivals arrivals, Ledger ledger) {
      return new Notes(arrivals, ledger);
    }

    @Bean
    Ledger ledger(JdbcTemplate jdbc) {
      return new Ledger(jdbc);
    }
  }

  static class Ledger {
    private final JdbcTemplate jdbc;

    Ledger(JdbcTemplate jdbc) {
      this.jdbc = jdbc;
    }

    @Transactional
    public void book(String name) {
      jdbc.update("INSERT INTO booking (name) VALUES (?)", name);
    }

    @Transactional
    public void fail() {
      throw new IllegalStateException("a repository fails");
    }
  }

  static class Notes {
    private final Arrivals arrivals;
    private final Ledger ledger;

    Notes(Arrivals arrivals, Ledger ledger) {
      this.arrivals = arrivals;
      this.ledger = ledger;
    }

    @TaskHandler("NOTE")
    void note(String text) {
      arrivals.saw(text);
    }

    @TaskHandler(value = "BOOK", transactional = true, attempts = 1)
    Outcome book(String text, Attempt attempt) {
      ledger.book(text);
      if (text.startsWith("bad")) {
        throw new IllegalStateException("after the booking");
      }
      if (text.startsWith("swallowed")) {
        try {
          ledger.fail();
        } catch (IllegalStateException swallowed) {
          return Outcome.done();
        }
      }
      return Outcome.done();
    }
  }

  @BeforeAll
  void start() {
    DatabaseAddress address = database();
    Map<String, Object> properties = new HashMap<>();
    properties.put("spring.datasource.url", address.url());
    properties.put("spring.datasource.username", address.user());
    properties.put("spring.datasource.password", address.password());
    properties.put("spring.datasource.hikari.maximum-pool-size", 24);
    properties.put("spring.datasource.hikari.minimum-idle", 0);
    properties.put("spring.liquibase.enabled", false);
    properties.put("spring.flyway.enabled", false);
    properties.put("spring.jpa.hibernate.ddl-auto", "none");
    properties.put("spring.main.banner-mode", "off");
    properties.put("spring.autoconfigure.exclude", without() + "," + MODULITH);
    properties.putAll(moreProperties());
    context =
        new SpringApplicationBuilder(sources())
            .web(WebApplicationType.NONE)
            .properties(properties)
            .run();
    tasks = context.getBean(Tasks.class);
    operations = context.getBean(Operations.class);
    jdbc = context.getBean(JdbcTemplate.class);
    manager = context.getBean(PlatformTransactionManager.class);
    arrivals = context.getBean(Arrivals.class);
    jdbc.execute("CREATE TABLE booking (name VARCHAR(100) PRIMARY KEY)");
  }

  @AfterAll
  void stop() {
    context.close();
  }

  @BeforeEach
  void nothingBooked() {
    jdbc.update("DELETE FROM booking");
    assertThat(arrivals.isEmpty()).isTrue();
  }

  @Test
  void requiredCommitsWithTheBusinessChangeAndThenRuns() throws Exception {
    List<UUID> ids = new ArrayList<>();
    in(
        PROPAGATION_REQUIRED,
        () -> {
          book("r");
          ids.add(add("required"));
          ids.add(add("again"));
          assertThat(outside(() -> isThere(ids.get(0)))).isFalse();
        });
    assertThat(List.of(arrivals.next(), arrivals.next()))
        .containsExactlyInAnyOrder("required", "again");
    assertThat(booked()).containsExactly("r");
  }

  @Test
  void requiredRollsBackWithTheBusinessChange() throws Exception {
    List<UUID> ids = new ArrayList<>();
    failingIn(
        PROPAGATION_REQUIRED,
        () -> {
          book("r");
          ids.add(add("rolled back"));
        });
    assertThat(isThere(ids.get(0))).isFalse();
    assertThat(booked()).isEmpty();
    onlyTheMarkerRuns();
  }

  @Test
  void aSubmissionInATransactionThatRollsBackIsTold() {
    List<dev.baton.api.Submission<Void>> submitted = new ArrayList<>();
    failingIn(
        PROPAGATION_REQUIRED,
        () -> submitted.add(tasks.submit(NOTE, TaskRequest.of("NOTE").payload("x"))));
    assertThat(submitted.get(0).completion().toCompletableFuture())
        .failsWithin(Duration.ofSeconds(60))
        .withThrowableThat()
        .havingRootCause()
        .isInstanceOf(TaskNotDoneException.class);
  }

  @Test
  void requiresNewIsItsOwnWhateverBecomesOfTheOuterOne() throws Exception {
    failingIn(
        PROPAGATION_REQUIRED,
        () -> {
          add("outer");
          in(PROPAGATION_REQUIRES_NEW, () -> add("inner"));
          assertThat(arrivals.next()).isEqualTo("inner");
          add("outer again");
        });
    onlyTheMarkerRuns();
    in(
        PROPAGATION_REQUIRED,
        () -> {
          add("outer stays");
          failingIn(PROPAGATION_REQUIRES_NEW, () -> add("inner goes"));
        });
    assertThat(arrivals.next()).isEqualTo("outer stays");
    onlyTheMarkerRuns();
  }

  @Test
  void whatASavepointOfTheConnectionUndidNeverStarts() throws Exception {
    in(
        PROPAGATION_REQUIRED,
        () -> {
          add("kept");
          Connection connection =
              SpringTransaction.connection(context.getBean(BatonDatabase.class).dataSource());
          Savepoint savepoint = connection.setSavepoint();
          add("undone");
          connection.rollback(savepoint);
        });
    assertThat(arrivals.next()).isEqualTo("kept");
    onlyTheMarkerRuns();
  }

  @Test
  void whereTheTransactionIsSuspendedTheTaskIsAddedAlone() throws Exception {
    failingIn(
        PROPAGATION_REQUIRED,
        () -> {
          add("suspended, goes");
          in(PROPAGATION_NOT_SUPPORTED, () -> add("alone"));
          assertThat(arrivals.next()).isEqualTo("alone");
          add("resumed, goes");
        });
    onlyTheMarkerRuns();
  }

  @Test
  void readOnlyIsRefusedBeforeAnythingIsWritten() throws Exception {
    TransactionTemplate readOnly = template(PROPAGATION_REQUIRED);
    readOnly.setReadOnly(true);
    readOnly.executeWithoutResult(
        status ->
            assertThatThrownBy(() -> add("never"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is read-only")
                .hasMessageContaining("REQUIRES_NEW"));
    readOnly.executeWithoutResult(
        status -> quietly(() -> in(PROPAGATION_REQUIRES_NEW, () -> add("anew"))));
    assertThat(arrivals.next()).isEqualTo("anew");
    onlyTheMarkerRuns();
  }

  @Test
  void withoutATransactionTheTaskIsDurableWhenTheCallReturns() throws Exception {
    UUID id = add("alone");
    assertThat(isThere(id)).isTrue();
    assertThat(arrivals.next()).isEqualTo("alone");
    in(
        PROPAGATION_SUPPORTS,
        () -> {
          jdbc.queryForObject("SELECT COUNT(*) FROM booking", Long.class);
          assertThat(isThere(add("supports"))).isTrue();
        });
    assertThat(arrivals.next()).isEqualTo("supports");
  }

  @Test
  void aTransactionOfAnotherDataSourceIsRefusedBeforeAnythingIsWritten() throws Exception {
    DataSource other = SpringFixture.pool(LocalH2.newDatabase());
    TransactionTemplate elsewhere = new TransactionTemplate(new JdbcTransactionManager(other));
    for (boolean usedBefore : List.of(false, true)) {
      elsewhere.executeWithoutResult(
          status -> {
            if (usedBefore) {
              // Binds a connection of ours to the thread, in no transaction.
              jdbc.queryForObject("SELECT COUNT(*) FROM booking", Long.class);
            }
            assertThatThrownBy(() -> add("never"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("not one of")
                .hasMessageContaining("NOT_SUPPORTED");
          });
    }
    elsewhere.executeWithoutResult(
        status -> quietly(() -> in(PROPAGATION_REQUIRES_NEW, () -> add("anew"))));
    assertThat(arrivals.next()).isEqualTo("anew");
    onlyTheMarkerRuns();
  }

  @Test
  void whatIsAddedAfterTheCommitIsAddedAlone() throws Exception {
    for (boolean addedBefore : List.of(false, true)) {
      in(
          PROPAGATION_REQUIRED,
          () -> {
            book("commits " + addedBefore);
            if (addedBefore) {
              add("inside");
            }
            TransactionSynchronizationManager.registerSynchronization(
                new TransactionSynchronization() {
                  @Override
                  public void afterCommit() {
                    assertThat(isThere(add("after commit"))).isTrue();
                  }

                  @Override
                  public void afterCompletion(int status) {
                    assertThat(isThere(add("after completion"))).isTrue();
                  }
                });
          });
      List<String> seen = new ArrayList<>();
      for (int i = addedBefore ? 0 : 1; i < 3; i++) {
        seen.add(arrivals.next());
      }
      assertThat(seen).contains("after commit", "after completion");
    }
  }

  @Test
  void aTransactionalHandlersTransactionIsJoinedByRepositories() throws Exception {
    TaskType<Void, Void> book = TaskType.named("BOOK");
    tasks
        .submit(book, TaskRequest.of("BOOK").payload("by the handler"))
        .completion()
        .toCompletableFuture()
        .get(60, TimeUnit.SECONDS);
    assertThat(booked()).containsExactly("by the handler");
    for (String bad : List.of("bad", "swallowed")) {
      UUID id = tasks.add(TaskRequest.of("BOOK").payload(bad)).taskId();
      assertThat(endsInError(id)).isTrue();
      assertThat(booked()).as("rolled back").containsExactly("by the handler");
    }
  }

  private boolean endsInError(UUID id) {
    return org.awaitility.Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                operations
                    .find(id)
                    .map(task -> task.position().status() == dev.baton.task.Status.ERROR)
                    .orElse(false),
            is -> is);
  }

  /** What was added and undone would have started before it, or with it. */
  void onlyTheMarkerRuns() throws Exception {
    add("marker");
    assertThat(arrivals.next()).isEqualTo("marker");
    assertThat(arrivals.isEmpty()).isTrue();
  }

  UUID add(String text) {
    return tasks.add(TaskRequest.of("NOTE").payload(text)).taskId();
  }

  void book(String name) {
    jdbc.update("INSERT INTO booking (name) VALUES (?)", name);
  }

  List<String> booked() {
    return jdbc.queryForList("SELECT name FROM booking ORDER BY name", String.class);
  }

  boolean isThere(UUID id) {
    return operations.find(id).isPresent() || operations.findFinished(id).isPresent();
  }

  private <T> T outside(java.util.concurrent.Callable<T> work) throws Exception {
    return java.util.concurrent.CompletableFuture.supplyAsync(
            () -> {
              try {
                return work.call();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            })
        .get(60, TimeUnit.SECONDS);
  }

  private TransactionTemplate template(int propagation) {
    TransactionTemplate template = new TransactionTemplate(manager);
    template.setPropagationBehavior(propagation);
    return template;
  }

  void in(int propagation, Work work) throws Exception {
    template(propagation).executeWithoutResult(status -> quietly(work));
  }

  void failingIn(int propagation, Work work) {
    assertThatThrownBy(
            () ->
                in(
                    propagation,
                    () -> {
                      work.run();
                      throw new IllegalStateException("rolled back on purpose");
                    }))
        .hasMessage("rolled back on purpose");
  }

  private static void quietly(Work work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @FunctionalInterface
  interface Work {
    void run() throws Exception;
  }
}
