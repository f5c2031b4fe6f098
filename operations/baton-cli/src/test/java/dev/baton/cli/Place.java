package dev.baton.cli;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.limit.Limit;
import dev.baton.local.DatabaseAddress;
import dev.baton.task.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A service with a separate database. It runs {@code MAIL}, whose handler fails with the payload as
 * its error, or succeeds without a payload. No node runs {@code LATER}.
 */
final class Place implements AutoCloseable {
  private static final TaskType<String, String> ORDER =
      TaskType.of("ORDER", String.class, String.class);
  private static final long PATIENCE_SECONDS = 60;

  /** The steps of workflows that were done. */
  final BlockingQueue<String> steps = new LinkedBlockingQueue<>();

  private final DatabaseAddress address;
  private final Path passwordFile;
  private final HikariDataSource connections;
  private final Baton baton;
  private final BlockingQueue<UUID> completed = new LinkedBlockingQueue<>();
  private final Semaphore arrived = new Semaphore(0);
  private final Semaphore leaves = new Semaphore(0);

  Place(DatabaseAddress address) {
    this.address = address;
    this.passwordFile = written(address.password());
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(address.url());
    config.setUsername(address.user());
    config.setPassword(address.password());
    config.setMaximumPoolSize(6);
    connections = new HikariDataSource(config);
    BatonSchema.apply(connections);
    baton =
        Baton.builder(JdbcStore.of(connections))
            .name("node-a")
            .settings(s -> s.poll(Duration.ofMillis(75)))
            .define(
                RawDefinition.of(
                        "MAIL",
                        attempt -> {
                          if (attempt.payload() != null) {
                            throw new IllegalStateException(attempt.payloadText());
                          }
                          return Outcome.done();
                        })
                    .retry(Retry.never())
                    .keepDone(Duration.ofDays(1)),
                TaskDefinition.of(ORDER)
                    .workflow(
                        (order, flow) -> {
                          flow.run("charge", key -> steps.add("charge"));
                          flow.run("receipt", key -> steps.add("receipt"));
                          return order;
                        }),
                RawDefinition.of("HOLDS", this::hold).limits(Limit.cluster("partner", 3)),
                RawDefinition.of("TURNS", this::hold).fair().limits(Limit.node(1)))
            .listener(
                event -> {
                  if (event instanceof TaskEvent.Completed done) {
                    completed.add(done.taskId());
                  }
                })
            .start();
  }

  Baton baton() {
    return baton;
  }

  DatabaseAddress address() {
    return address;
  }

  /** Returns the arguments with which the command line connects to the database. */
  List<String> straight() {
    return List.of(
        "--jdbc",
        address.url(),
        "--user",
        address.user(),
        "--password-file",
        passwordFile.toString());
  }

  /** Adds a task that has failed with this error and needs a person. */
  UUID inError(String message) throws InterruptedException {
    return ended(TaskType.of("MAIL", Bytes.class).with(Bytes.of(message)));
  }

  /** Adds a workflow that has succeeded: charge and receipt. */
  UUID doneWorkflow() throws InterruptedException {
    return ended(ORDER.with("x"));
  }

  /** Adds a task that has succeeded. */
  UUID done() throws InterruptedException {
    return ended(TaskRequest.of(TaskType.of("MAIL")));
  }

  private UUID ended(TaskRequest<?, ?> request) throws InterruptedException {
    UUID id = baton.tasks().add(request).taskId();
    awaitEnd(id);
    return id;
  }

  /** Adds a task that runs with a slot of a limit until the test ends it. */
  UUID holding() throws InterruptedException {
    return holding(TaskRequest.of(TaskType.of("HOLDS")));
  }

  UUID holding(TaskRequest<?, ?> request) throws InterruptedException {
    UUID id = baton.tasks().add(request).taskId();
    if (!arrived.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError(id + " never began");
    }
    return id;
  }

  void letGo(UUID id) throws InterruptedException {
    leaves.release();
    awaitEnd(id);
  }

  /** The tasks may run in any order. */
  void letGo(Collection<UUID> ids) throws InterruptedException {
    leaves.release(ids.size());
    Set<UUID> left = new HashSet<>(ids);
    while (!left.isEmpty()) {
      UUID ended = completed.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (ended == null) {
        throw new AssertionError("No attempt ended of " + left);
      }
      left.remove(ended);
    }
  }

  private Outcome<?> hold(Attempt attempt) throws InterruptedException {
    arrived.release();
    leaves.acquire();
    return Outcome.done();
  }

  /** Waits until an attempt of the task has ended. */
  void awaitEnd(UUID id) throws InterruptedException {
    UUID ended;
    do {
      ended = completed.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (ended == null) {
        throw new AssertionError("No attempt of " + id + " ended");
      }
    } while (!ended.equals(id));
  }

  /** Adds a task that waits for a day. */
  UUID waiting(String key) {
    return baton
        .tasks()
        .add(
            TaskType.of("LATER", Bytes.class)
                .with(Bytes.of("{\"to\":\"alice\"}"))
                .key(key)
                .runIn(Duration.ofDays(1)))
        .taskId();
  }

  /** Adds the same task with a label. */
  UUID labelled(String name, String value) {
    TaskRequest<?, ?> request = TaskRequest.of(TaskType.of("LATER")).label(name, value);
    return baton.tasks().add(request.runIn(Duration.ofDays(1))).taskId();
  }

  private static Path written(String password) {
    try {
      Path file = Files.createTempFile("baton-cli", ".password");
      file.toFile().deleteOnExit();
      return Files.writeString(file, password);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    baton.close();
    connections.close();
  }
}
