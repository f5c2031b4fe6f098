package dev.baton.benchmarks.views;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.jdbc.JdbcStore;
import dev.baton.local.DatabaseAddress;
import dev.baton.management.Management;
import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Principal;
import dev.baton.management.http.Request;
import dev.baton.management.http.Response;
import dev.baton.spi.TriggerChannel;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** An operator who opens views through all layers between HTTP and the database. */
final class Watcher implements AutoCloseable {
  private static final int CONNECTIONS = 4;

  /** Pause after a search, as a multiple of the search's time. */
  private static final int REST = 3;

  private static final double MAX_REST_MILLIS = 2_000;

  private static final double NANOS_PER_MILLI = 1_000_000.0;

  private final HikariDataSource pool = new HikariDataSource();
  private final Recorder recorder = new Recorder(pool);
  private Baton baton;
  private Management management;

  Watcher(DatabaseAddress database) {
    pool.setJdbcUrl(database.url());
    pool.setUsername(database.user());
    pool.setPassword(database.password());
    pool.setMaximumPoolSize(CONNECTIONS);
    this.baton = client();
    this.management = management(baton);
  }

  private Baton client() {
    return Baton.builder(JdbcStore.of(recorder))
        .name("watcher")
        .channel(TriggerChannel.none())
        .client()
        .start();
  }

  /**
   * Measures one view: the first request, then {@code times} more, then its queries under EXPLAIN.
   */
  Measurement measure(View view, int times) throws SQLException {
    Response[] answer = new Response[1];
    double cold = millis(view, answer);
    List<Double> warm = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      warm.add(millis(view, answer));
    }
    warm.sort(null);
    renew(view);
    List<String> queries = recorder.record(() -> ask(view));
    try (Connection connection = pool.getConnection()) {
      Response last = answer[0];
      return new Measurement(
          view,
          last.status(),
          last.body().length(),
          cold,
          warm,
          queries.size(),
          Plan.of(connection, queries));
    }
  }

  private double millis(View view, Response[] answer) {
    renew(view);
    long began = System.nanoTime();
    answer[0] = ask(view);
    double took = (System.nanoTime() - began) / NANOS_PER_MILLI;
    read(took);
    return took;
  }

  /** Waits like a person who reads the result. Meanwhile searches pause. */
  private static void read(double took) {
    try {
      TimeUnit.MILLISECONDS.sleep((long) Math.min(REST * took, MAX_REST_MILLIS));
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  private void renew(View view) {
    if (view.fresh()) {
      baton.close();
      baton = client();
      management = management(baton);
    }
  }

  Response ask(View view) {
    String path = view.path();
    int query = path.indexOf('?');
    String body = view.body();
    byte[] bytes = body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8);
    return management.handle(
        new Request(
            view.method(),
            "",
            "/baton/api" + (query < 0 ? path : path.substring(0, query)),
            query < 0 ? null : path.substring(query + 1),
            Map.of("X-Requested-With", "bench", "Content-Type", "application/json"),
            new ByteArrayInputStream(bytes),
            null));
  }

  private static Management management(Baton baton) {
    return Management.of(baton)
        .accessPolicy(AccessPolicy.everything())
        .principal(request -> new Principal("operator", Set.of()))
        .build();
  }

  @Override
  public void close() {
    baton.close();
    pool.close();
  }
}
