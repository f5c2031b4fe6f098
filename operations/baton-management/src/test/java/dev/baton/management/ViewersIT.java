package dev.baton.management;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.codec.Compression;
import dev.baton.crypto.EncryptedCodec;
import dev.baton.crypto.KeyRing;
import dev.baton.crypto.PayloadKey;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.json.JacksonCodec;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Principal;
import dev.baton.task.Bytes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests thirty-two concurrent views of payloads of 16 MiB in a JVM with 512 MiB. */
@Tag("deep")
class ViewersIT {
  private static final String PASSWORD = "VIEWERS_PASSWORD";
  private static final int VIEWERS = 32;
  private static final int SIXTEEN_MIB = 16 * 1024 * 1024;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final List<String> PARTS = List.of("", "/payload");

  @Test
  void viewsOfLargePayloadsFitInHalfAGibibyte() throws Exception {
    DatabaseAddress database = LocalPostgres.temporary().newDatabase();
    List<UUID> tasks = tasks(database);
    Process page = forked(database);
    ExecutorService viewers = Executors.newFixedThreadPool(VIEWERS);
    try (BufferedReader told =
        new BufferedReader(new InputStreamReader(page.getInputStream(), StandardCharsets.UTF_8))) {
      String address = told.readLine();
      while (!address.startsWith("http")) {
        address = told.readLine();
      }
      URI api = URI.create(address + "/api");
      List<CompletableFuture<List<Integer>>> views = new ArrayList<>();
      for (int i = 0; i < VIEWERS; i++) {
        UUID task = tasks.get(i % tasks.size());
        views.add(CompletableFuture.supplyAsync(() -> view(api, task), viewers));
      }
      views.forEach(view -> assertThat(view.join()).containsOnly(200));
      assertThat(page.isAlive()).as("the page's process").isTrue();
    } finally {
      viewers.shutdownNow();
      page.destroyForcibly().waitFor();
    }
  }

  /** Runs the page in a separate process, which prints its address. */
  public static void main(String[] arguments) throws Exception {
    try (HikariDataSource pool =
            pool(new DatabaseAddress(arguments[0], arguments[1], System.getenv(PASSWORD)));
        Baton baton = Baton.builder(JdbcStore.of(pool)).client().start();
        JdkHttp http =
            JdkHttp.serve(
                Management.of(baton)
                    .accessPolicy(AccessPolicy.everything())
                    .principal(request -> Principal.of("somebody"))
                    .build(),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
      System.out.println(http.uri());
      System.in.read();
    }
  }

  private static Process forked(DatabaseAddress database) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx" + System.getProperty("baton.viewers.heap", "512m"),
            "-XX:+ExitOnOutOfMemoryError",
            "-cp",
            classPath(),
            ViewersIT.class.getName(),
            database.url(),
            database.user());
    // Don't pass it as an argument, because every account of the machine can read arguments.
    builder.environment().put(PASSWORD, database.password());
    return builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  /** Returns the class path of the test run. */
  private static String classPath() {
    return ViewersIT.class.getClassLoader() instanceof URLClassLoader loader
        ? Stream.of(loader.getURLs()).map(URL::getPath).collect(Collectors.joining(":"))
        : System.getProperty("java.class.path");
  }

  /** Views the task, and repeats a request when the server asks for it. */
  private static List<Integer> view(URI api, UUID task) {
    List<Integer> seen = new ArrayList<>();
    for (String part : PARTS) {
      int status;
      do {
        status =
            Served.send(
                    HttpRequest.newBuilder(URI.create(api + "/tasks/" + task + part))
                        .timeout(Duration.ofSeconds(60)))
                .status();
        if (status == 503) {
          LockSupport.parkNanos(PAUSE_NANOS);
        }
      } while (status == 503);
      seen.add(status);
    }
    return seen;
  }

  /**
   * Adds tasks with the largest payloads: text, JSON, bytes, compressed JSON and an encrypted
   * payload.
   */
  private static List<UUID> tasks(DatabaseAddress database) {
    String json = "[" + "{\"a\":[]},".repeat(SIXTEEN_MIB / 9 - 2) + "{}]";
    byte[] bytes = new byte[SIXTEEN_MIB];
    new Random(1).nextBytes(bytes);
    TaskType<String, Void> packed =
        TaskType.of("PACKED", String.class).compressed(Compression.GZIP);
    TaskType<String, Void> sealed =
        TaskType.of("SEALED", String.class)
            .codec(
                EncryptedCodec.of(
                    "SEALED", new JacksonCodec(), KeyRing.of(PayloadKey.of("k", new byte[32]))));
    try (HikariDataSource pool = pool(database)) {
      BatonSchema.apply(pool);
      try (Baton baton = Baton.builder(JdbcStore.of(pool)).client().start()) {
        List<UUID> ids = new ArrayList<>();
        for (TaskRequest<?, ?> request :
            List.of(
                TaskType.of("TEXT", Bytes.class).with(Bytes.of("x".repeat(SIXTEEN_MIB))),
                TaskType.of("JSON", Bytes.class).with(Bytes.of(json)),
                TaskType.of("BYTES", Bytes.class).with(Bytes.of(bytes)),
                packed.with("y".repeat(SIXTEEN_MIB - 2)),
                sealed.with("z".repeat(SIXTEEN_MIB - 100)))) {
          ids.add(baton.tasks().add(request.onHold()).taskId());
        }
        return ids;
      }
    }
  }

  private static HikariDataSource pool(DatabaseAddress database) {
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl(database.url());
    pool.setUsername(database.user());
    pool.setPassword(database.password());
    return pool;
  }
}
