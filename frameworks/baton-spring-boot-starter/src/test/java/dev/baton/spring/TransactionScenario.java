package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.local.DatabaseAddress;
import dev.baton.operate.Operations;
import dev.baton.task.Bytes;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** A real application that adds tasks in Spring transactions. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TransactionScenario {
  /** Classes that are on the class path for other tests. */
  static final String MODULITH =
      "org.springframework.modulith.events.config.EventPublicationAutoConfiguration,"
          + "org.springframework.modulith.events.jdbc.JdbcEventPublicationAutoConfiguration";

  static final TaskType<Void, Void> NOTE = TaskType.of("NOTE");

  ConfigurableApplicationContext context;
  Tasks tasks;
  JdbcTemplate jdbc;
  Operations operations;
  PlatformTransactionManager manager;
  Arrivals arrivals;

  abstract DatabaseAddress database();

  /** Auto-configurations to exclude. */
  abstract String without();

  /** Returns the application and the configurations of this test. */
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
    Outcome<?> book(String text, Attempt attempt) {
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

  boolean endsInError(UUID id) {
    return org.awaitility.Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                operations
                    .find(id)
                    .map(task -> task.status() == dev.baton.task.Status.ERROR)
                    .orElse(false),
            is -> is);
  }

  /**
   * Checks that only the marker runs. A task whose add was rolled back would start before it or
   * with it.
   */
  void onlyTheMarkerRuns() throws Exception {
    add("marker");
    assertThat(arrivals.next()).isEqualTo("marker");
    assertThat(arrivals.isEmpty()).isTrue();
  }

  UUID add(String text) {
    return tasks.add(TaskType.of("NOTE", Bytes.class).with(Bytes.of(text))).taskId();
  }

  void book(String name) {
    jdbc.update("INSERT INTO booking (name) VALUES (?)", name);
  }

  List<String> booked() {
    return jdbc.queryForList("SELECT name FROM booking ORDER BY name", String.class);
  }

  boolean isThere(UUID id) {
    return operations.find(id).isPresent();
  }

  <T> T outside(java.util.concurrent.Callable<T> work) throws Exception {
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

  TransactionTemplate template(int propagation) {
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

  static void quietly(Work work) {
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
