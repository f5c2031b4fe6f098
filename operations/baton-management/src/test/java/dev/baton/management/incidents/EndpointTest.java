package dev.baton.management.incidents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.operate.incident.IncidentSink.Answer;
import dev.baton.task.internal.Texts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a service that works, fails, delays, refuses and hangs. */
class EndpointTest {
  private static final Duration SHORT = Duration.ofMillis(300);

  private final LocalService service = new LocalService();
  private final Endpoint endpoint =
      Endpoint.at(URI.create(service.address() + "/alert/k3y?token=s3cret"));

  EndpointTest() throws IOException {}

  @AfterEach
  void closeService() {
    service.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 201, 202, 204})
  void acceptedNoticeIsDelivered(int status) throws Exception {
    service.behave(LocalService.answering(status));
    assertThat(post(endpoint)).isEqualTo(new Answer.Accepted());
    LocalService.Received request = service.next();
    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.path()).isEqualTo("/alert/k3y?token=s3cret");
    assertThat(request.headers())
        .containsEntry("Content-Type", "application/json")
        .containsEntry("X-Key", "k3y")
        .containsEntry("User-Agent", "baton");
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 425, 429, 500, 502, 503, 504})
  void temporaryFailureIsRetried(int status) throws Exception {
    service.behave(LocalService.answering(status));
    Answer.Later later = later(endpoint);
    assertThat(later.why()).contains("HTTP " + status);
    assertThat(later.notBefore()).isNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 307, 400, 401, 403, 404, 405, 410, 413, 422})
  void refusalIsReportedAsRefusal(int status) throws Exception {
    service.behave(LocalService.answering(status, "Location: " + service.address() + "/elsewhere"));
    Answer answer = post(endpoint);
    assertThat(answer).isInstanceOf(Answer.Refused.class);
    assertThat(((Answer.Refused) answer).why()).contains("HTTP " + status);
    service.next();
    service.behave(LocalService.answering(202));
    post(endpoint);
    assertThat(service.next().path()).as("the redirect was not followed").startsWith("/alert/k3y");
  }

  @Test
  void retryAfterIsFollowed() throws Exception {
    assertThat(after("Retry-After: 120")).isEqualTo(Duration.ofMinutes(2));
    assertThat(after("Retry-After: 0")).isEqualTo(Duration.ZERO);
  }

  @Test
  void retryAfterTimeUsesTheServiceClock() throws Exception {
    service.behave(
        exchange -> {
          exchange.getResponseHeaders().set("Retry-After", "Fri, 31 Dec 2100 23:59:59 GMT");
          exchange.sendResponseHeaders(503, -1);
        });
    assertThat(later(endpoint).notBefore()).isGreaterThan(Duration.ofDays(1_000));
    assertThat(after("Retry-After: Thu, 01 Jan 1970 00:00:00 GMT")).isEqualTo(Duration.ZERO);
  }

  @ParameterizedTest
  @ValueSource(strings = {"soon", "-5", "", "99999999999999999999", "Fri, 99 Dec 2100"})
  void invalidRetryAfterIsIgnored(String value) throws Exception {
    assertThat(after("Retry-After: " + value)).isNull();
  }

  @Test
  void slowServiceIsAwaited() throws Exception {
    service.behave(service.hanging());
    CompletableFuture<Answer> answer =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return post(endpoint);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    service.next();
    assertThat(answer).isNotDone();
    service.release();
    assertThat(answer.get(20, TimeUnit.SECONDS)).isEqualTo(new Answer.Accepted());
  }

  @Test
  void hangingServiceTimesOut() throws Exception {
    service.behave(service.hanging());
    assertThat(later(endpoint.patience(SHORT)).why())
        .contains("no response within " + Texts.duration(SHORT));
  }

  @Test
  void serviceThatHangsDuringItsResponseTimesOut() throws Exception {
    service.behave(service.hangingInTheBody());
    assertThat(later(endpoint.patience(SHORT)).why())
        .contains("no response within " + Texts.duration(SHORT));
  }

  @Test
  void refusedConnectionIsRetried() throws Exception {
    URI nobody;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = URI.create("http://127.0.0.1:" + free.getLocalPort() + "/k3y");
    }
    assertThat(later(Endpoint.at(nobody)).why()).contains("no connection").doesNotContain("k3y");
  }

  @Test
  void closedConnectionIsRetried() throws Exception {
    try (ServerSocket rude = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> hangsUp =
          CompletableFuture.runAsync(
              () -> {
                try {
                  while (true) {
                    rude.accept().close();
                  }
                } catch (IOException closed) {
                  // The test has ended.
                }
              });
      Answer.Later later =
          later(
              Endpoint.at(URI.create("http://127.0.0.1:" + rude.getLocalPort() + "/k3y"))
                  // Newer JDKs connect again until the time is over.
                  .patience(SHORT));
      assertThat(later.why()).doesNotContain("k3y");
      rude.close();
      hangsUp.get(20, TimeUnit.SECONDS);
    }
  }

  @Test
  void interruptEndsTheDelivery() throws Exception {
    service.behave(service.hanging());
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    Thread delivering =
        new Thread(
            () -> {
              try {
                answer.complete(post(endpoint));
              } catch (InterruptedException e) {
                answer.completeExceptionally(e);
              }
            });
    delivering.start();
    service.next();
    delivering.interrupt();
    assertThatThrownBy(() -> answer.get(20, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(InterruptedException.class);
  }

  @Test
  void invalidAddressesAreRefusedWithoutBeingShown() {
    for (String address :
        new String[] {"ftp://h/k3y", "/k3y", "mailto:k3y", "https:///k3y", "https://u:k3y@h/"}) {
      assertThatThrownBy(() -> Endpoint.at(URI.create(address)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("https://")
          .hasMessageNotContaining("k3y");
    }
    assertThatThrownBy(() -> endpoint.patience(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("timeout");
    assertThat(endpoint.toString()).isEqualTo("127.0.0.1");
  }

  private @Nullable Duration after(String header) throws InterruptedException {
    service.behave(LocalService.answering(429, header));
    return later(endpoint).notBefore();
  }

  private static Answer.Later later(Endpoint endpoint) throws InterruptedException {
    Answer answer = post(endpoint);
    assertThat(answer).isInstanceOf(Answer.Later.class);
    return (Answer.Later) answer;
  }

  private static Answer post(Endpoint endpoint) throws InterruptedException {
    return endpoint.post(Endpoint.json().createObjectNode().put("a", 1), Map.of("X-Key", "k3y"));
  }
}
