package dev.baton.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.management.http.Extension.Rest;
import dev.baton.management.http.Request;
import dev.baton.management.http.Response;
import dev.baton.task.Bytes;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests how many resources a model can use, and that a call has only one meaning. */
class McpBoundsTest {
  private static final String CALL =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":%s}}";

  private final McpEndpoint endpoint = new McpEndpoint();

  private static Response rights() {
    return Response.of(200, "application/json", Bytes.of("{\"rights\":[\"VIEW\",\"BULK\"]}"));
  }

  private Response send(String body, Rest rest) {
    Request request =
        new Request(
            "POST",
            "",
            "/baton/mcp",
            null,
            Map.of("Content-Type", "application/json"),
            InputStream.nullInputStream(),
            null);
    return endpoint.handle(request, Bytes.of(body), rest);
  }

  @Test
  void tooLargeMessageIsRefused() {
    String objects = "{\"id\":[" + "{},".repeat(100_000) + "{}]}";
    Response large = send(CALL.formatted("outcomes", objects), (m, p, q, b) -> rights());
    assertThat(large.status()).as(large.body().toText()).isEqualTo(413);
    String ids = "{\"id\":[" + "\"019cadc6-9a80-7000-b6eb-4e6c7bad85d8\",".repeat(999) + "\"x\"]}";
    assertThat(send(CALL.formatted("outcomes", ids), (m, p, q, b) -> rights()).status())
        .isEqualTo(200);
  }

  /** A person who confirms the call may see one value while the other is used. */
  @Test
  void duplicateFieldIsRefused() {
    List<String> bodies = new ArrayList<>();
    Response answer =
        send(
            CALL.formatted(
                "retry_tasks", "{\"filter\":{},\"reason\":\"r\",\"dryRun\":true,\"dryRun\":false}"),
            (method, path, query, body) -> {
              bodies.add(body.toText());
              return rights();
            });
    assertThat(answer.status()).isEqualTo(400);
    assertThat(bodies).isEmpty();
  }

  @Test
  void excessMessagesMustRetryLater() throws Exception {
    CountDownLatch read = new CountDownLatch(4);
    CountDownLatch mayEnd = new CountDownLatch(1);
    Rest waiting =
        (method, path, query, body) -> {
          read.countDown();
          await(mayEnd);
          return rights();
        };
    String overview = CALL.formatted("overview", "{}");
    List<CompletableFuture<Response>> under = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      under.add(CompletableFuture.supplyAsync(() -> send(overview, waiting), McpBoundsTest::start));
    }
    assertThat(read.await(60, TimeUnit.SECONDS)).isTrue();
    Response another = send(overview, (method, path, query, body) -> rights());
    assertThat(another.status()).isEqualTo(503);
    assertThat(another.header("Retry-After")).isEqualTo("1");
    mayEnd.countDown();
    for (CompletableFuture<Response> one : under) {
      assertThat(one.get(60, TimeUnit.SECONDS).status()).isEqualTo(200);
    }
    assertThat(send(overview, (method, path, query, body) -> rights()).status()).isEqualTo(200);
  }

  private static void start(Runnable work) {
    new Thread(work).start();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }
}
