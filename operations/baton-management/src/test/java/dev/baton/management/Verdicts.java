package dev.baton.management;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the overview of a served node until it has the expected line. */
final class Verdicts {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private Verdicts() {}

  static Answer overview(JdkHttp http) {
    return Served.send(
        HttpRequest.newBuilder(URI.create(http.uri() + "/api/overview")).header("X-Name", "alice"));
  }

  /** Returns the first line of this kind. */
  static JsonNode await(JdkHttp http, String kind) throws InterruptedException {
    AtomicReference<JsonNode> line = new AtomicReference<>();
    until(
        () -> {
          line.set(find(overview(http), kind));
          return line.get() != null;
        });
    return line.get();
  }

  static @Nullable JsonNode find(Answer overview, String kind) {
    if (overview.status() == 200) {
      for (JsonNode line : overview.json().get("trouble")) {
        if (line.get("kind").stringValue().equals(kind)) {
          return line;
        }
      }
    }
    return null;
  }

  static void until(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("the end of the patience").isLessThan(end);
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }
}
