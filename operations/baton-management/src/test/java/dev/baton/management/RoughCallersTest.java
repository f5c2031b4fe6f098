package dev.baton.management;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.baton.api.TaskType;
import dev.baton.task.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests slow, broken or malicious callers. Other callers get a response, and an invalid request
 * gets a 4xx.
 */
class RoughCallersTest {
  private static final Served SERVED = Served.inMemory();

  /** A server that gets only valid requests. */
  private static final Served UNDISTURBED = Served.inMemory();

  private static final int ASKED = 9;
  private static final String WHO = "X-Name: alice\r\nX-Roles: VIEW,VIEW_PAYLOAD,CONFIGURE\r\n";
  private static final UUID LARGE =
      SERVED.cluster.add(
          TaskType.of("GOOD", Bytes.class).with(Bytes.of("x".repeat(1_000_000))).onHold());

  private final List<Socket> open = new ArrayList<>();

  @AfterAll
  static void close() {
    SERVED.close();
    UNDISTURBED.close();
  }

  @AfterEach
  void hangUp() throws IOException {
    for (Socket socket : open) {
      socket.close();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "G",
        "GET /baton/api HTTP/1.1\r\nHost: localhost\r\nX-",
        "POST /baton/api/pauses HTTP/1.1\r\nHost: localhost\r\nX-Requested-With: t\r\n"
            + WHO
            + "Content-Type: application/json\r\nContent-Length: 90\r\n\r\n{\"ty"
      })
  void unfinishedRequestsDoNotDelayOthers(String beginning) throws IOException {
    for (int i = 0; i < 64; i++) {
      send(beginning);
    }
    othersAreAnsweredWithinASecond("");
  }

  /** More connections than threads plus the queue of waiting requests. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "G",
        "POST /baton/api/pauses HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90\r\n\r\n",
        "POST /baton/api/pauses HTTP/1.1\r\nHost: localhost\r\nX-Requested-With: t\r\n"
            + WHO
            + "Content-Type: application/json\r\nContent-Length: 90\r\n\r\n{",
        "POST /baton/api/pauses HTTP/1.1\r\nHost: localhost\r\nX-Requested-With: t\r\n"
            + WHO
            + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n90\r\n{"
      })
  void unfinishedRequestsOnAllThreadsDoNotDelayOthers(String beginning) throws IOException {
    for (int i = 0; i < 600; i++) {
      send(beginning);
    }
    othersAreAnsweredWithinASecond("");
  }

  @Test
  void unreadFilesOnAllThreadsDoNotDelayOthers() throws IOException {
    for (int i = 0; i < 600; i++) {
      Socket socket = new Socket();
      open.add(socket);
      socket.setReceiveBufferSize(1024);
      socket.connect(new InetSocketAddress("127.0.0.1", SERVED.uri().getPort()));
      socket
          .getOutputStream()
          .write(
              "GET /baton/assets/page.js HTTP/1.1\r\nHost: localhost\r\n\r\n"
                  .repeat(20)
                  .getBytes(US_ASCII));
    }
    othersAreAnsweredWithinASecond("");
  }

  /** Each connection uses a file of the process, and the database connections need some too. */
  @Test
  void excessConnectionsAreClosed() throws IOException {
    int most = JdkHttp.maxConnections();
    assumeTrue(maxFiles() > 3L * most, "this process may open too few files");
    try (Served served = Served.inMemory()) {
      open(served, most + 200);
      assertThat(open.subList(most + 100, most + 200)).noneMatch(RoughCallersTest::isOpenStill);
    }
  }

  @Test
  void connectionsThatAreSilentForLongestAreClosedForOthers() throws Exception {
    int most = JdkHttp.maxConnections();
    assumeTrue(maxFiles() > 3L * most, "this process may open too few files");
    try (Served served = Served.inMemory()) {
      open(served, most + 50);
      Instant since = Instant.now();
      while (!isAnswered(served)) {
        assertThat(since).isAfter(Instant.now().minusSeconds(9));
      }
      assertThat(isOpenStill(open.get(0))).isFalse();
    }
  }

  private void open(Served served, int connections) throws IOException {
    for (int i = 0; i < connections; i++) {
      open.add(new Socket("127.0.0.1", served.uri().getPort()));
    }
  }

  private static boolean isAnswered(Served served) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", served.uri().getPort())) {
      socket
          .getOutputStream()
          .write("GET /baton/api HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
      return socket.getInputStream().read() > 0;
    } catch (SocketException reset) {
      return false;
    }
  }

  private static long maxFiles() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
        ? system.getMaxFileDescriptorCount()
        : 0;
  }

  /** The response has some megabytes, more than the buffers between a server and its caller. */
  @Test
  void unreadLargeResponsesDoNotDelayDatabaseRequests() throws IOException {
    for (int i = 0; i < 16; i++) {
      Socket socket = send("");
      socket.setReceiveBufferSize(1024);
      socket
          .getOutputStream()
          .write(
              ("GET /baton/api/tasks/"
                      + LARGE
                      + "/payload HTTP/1.1\r\nHost: localhost\r\n"
                      + WHO
                      + "\r\n")
                  .repeat(20)
                  .getBytes(US_ASCII));
    }
    othersAreAnsweredWithinASecond("/tasks");
  }

  @Test
  void unreadResponsesDoNotDelayOthers() throws IOException {
    for (int i = 0; i < 64; i++) {
      Socket socket = send("");
      socket.setReceiveBufferSize(1024);
      socket
          .getOutputStream()
          .write(
              ("GET /baton/api/openapi.json HTTP/1.1\r\nHost: localhost\r\n" + WHO + "\r\n")
                  .repeat(20)
                  .getBytes(US_ASCII));
    }
    othersAreAnsweredWithinASecond("");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n-1\r\n{}\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n2\r\n{}xx0\r\n\r\n",
        "Content-Length: x\r\n\r\n{}",
        "Content-Length: -1\r\n\r\n{}",
        "Content-Length: 2\r\n\r\n\u0001\u0002",
      })
  void brokenBodyIsRefused(String rest) throws IOException {
    assertThat(
            status(
                "POST /baton/api/pauses HTTP/1.1\r\nHost: localhost\r\nX-Requested-With: t\r\n"
                    + WHO
                    + "Content-Type: application/json\r\n"
                    + rest))
        .isBetween(400, 499);
  }

  /** The size is too large for an int or missing, so the end of the body is unknown. */
  @ParameterizedTest
  @ValueSource(
      strings = {"FFFFFFFFFFFFFFFF", "80000000", "100000000", "10000000000000002", "zz", "-2", ""})
  void bytesAfterInvalidChunkSizeAreNoRequest(String size) throws IOException {
    Socket socket =
        send(
            "POST /baton/api/pauses HTTP/1.1\r\nHost: localhost\r\nX-Requested-With: t\r\n"
                + WHO
                + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                + size
                + "\r\n\r\nGET /baton/api HTTP/1.1\r\nHost: localhost\r\n"
                + WHO
                + "\r\n");
    socket.setSoTimeout(60_000);
    socket.shutdownOutput();
    String answers = new String(allOf(socket), US_ASCII);
    assertThat(answers).startsWith("HTTP/1.1 4");
    assertThat(answers.split("HTTP/1.1 ", -1)).as(answers).hasSize(2);
  }

  /** Reads to the end of the connection. A reset counts as the end. */
  private static byte[] allOf(Socket socket) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try {
      socket.getInputStream().transferTo(all);
    } catch (SocketException reset) {
      assertThat(reset).hasMessageContaining("reset");
    }
    return all.toByteArray();
  }

  /** The server closes the connection, before or after it has sent the reason. */
  @Test
  void tenThousandHeadersAreRefusedAndDelayNoOthers() throws IOException {
    StringBuilder request = new StringBuilder("GET /baton/api HTTP/1.1\r\nHost: localhost\r\n");
    for (int i = 0; i < 10_000; i++) {
      request.append("X-").append(i).append(": 1\r\n");
    }
    try {
      assertThat(status(request + WHO + "\r\n")).isBetween(400, 499);
    } catch (SocketException hungUp) {
      assertThat(hungUp).hasMessageMatching("Connection reset|Broken pipe.*");
    }
    assertThat(SERVED.get("").status()).isEqualTo(200);
  }

  /** Otherwise the connection would be reset while the caller still sends. */
  @ParameterizedTest
  @ValueSource(strings = {WHO, "X-Name: nobody\r\n"})
  void tooLargeBodyIsRefused(String who) throws IOException {
    String body = " ".repeat(16 * 1024 * 1024);
    String head = "POST /baton/api/pauses HTTP/1.1\r\nHost: localhost\r\nX-Requested-With: t\r\n";
    String json = "Content-Type: application/json\r\nContent-Length: " + body.length();
    assertThat(status(head + who + json + "\r\n\r\n" + body)).isIn(403, 413);
  }

  @Test
  void duplicateIdentityHeaderIsRefused() throws IOException {
    String request = "GET /baton/api HTTP/1.1\r\nHost: localhost\r\nX-Roles: VIEW\r\n";
    assertThat(status(request + "X-Name: mallory\r\nX-Name: alice\r\n\r\n")).isEqualTo(400);
    assertThat(status(request + "X-Name: alice\r\nAccept: a\r\nAccept: b\r\n\r\n")).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:80",
        "localhost.evil.example",
        "127.0.0.2",
        "localhost.",
        "user@localhost",
        "localhost@evil.example",
        "localhost,evil.example",
        "a.localhost",
        "127.1",
        "2130706433",
        "[::ffff:127.0.0.1]",
        "[::1",
        "localhost:999999",
        ""
      })
  void foreignHostNameIsRefused(String host) throws IOException {
    for (String path : List.of("/baton", "/baton/api", "/baton/assets/app.js")) {
      assertThat(status("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n" + WHO + "\r\n"))
          .isEqualTo(421);
    }
  }

  @Test
  void requestLineWithAnotherHostThanTheHeaderIsRefused() throws IOException {
    for (String line : List.of("http://evil.example/baton/api", "http://localhost:1/baton/api")) {
      assertThat(status("GET " + line + " HTTP/1.1\r\nHost: localhost\r\n" + WHO + "\r\n"))
          .isEqualTo(400);
    }
    assertThat(
            status("GET http://localhost/baton/api HTTP/1.1\r\nHost: localhost\r\n" + WHO + "\r\n"))
        .isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "LOCALHOST:8080", "127.0.0.1:1", "[::1]", "[::1]:99"})
  void localHostNamesAreAccepted(String host) throws IOException {
    assertThat(status("GET /baton/api HTTP/1.1\r\nHost: " + host + "\r\n" + WHO + "\r\n"))
        .isEqualTo(200);
  }

  /**
   * Compares the median with a server without such callers, because a slow or stalled machine slows
   * both.
   */
  private void othersAreAnsweredWithinASecond(String path) throws IOException {
    long[] nanos = new long[ASKED];
    for (int i = 0; i < ASKED; i++) {
      nanos[i] = nanos(SERVED, path) - nanos(UNDISTURBED, path);
    }
    assertThat(open).as("callers that are still connected").anyMatch(RoughCallersTest::isOpen);
    Arrays.sort(nanos);
    assertThat(Duration.ofNanos(nanos[ASKED / 2])).isLessThan(Duration.ofSeconds(1));
  }

  /**
   * Uses a new connection, because a server may close a kept one just when it is used again. A
   * caller that must retry isn't answered in time.
   */
  private static long nanos(Served served, String path) throws IOException {
    long before = System.nanoTime();
    try (Socket socket = new Socket("127.0.0.1", served.uri().getPort())) {
      socket.setSoTimeout(60_000);
      String request = "GET /baton/api" + path + " HTTP/1.1\r\nHost: localhost\r\n" + WHO;
      socket.getOutputStream().write((request + "Connection: close\r\n\r\n").getBytes(US_ASCII));
      int status = status(socket.getInputStream());
      if (status == 503) {
        return Duration.ofDays(1).toNanos();
      }
      assertThat(status).isEqualTo(200);
      socket.getInputStream().readAllBytes();
    }
    return System.nanoTime() - before;
  }

  private static boolean isOpen(Socket socket) {
    try {
      socket.setSoTimeout(1);
      return socket.getInputStream().read() >= 0;
    } catch (SocketTimeoutException nothingYet) {
      return true;
    } catch (IOException cutOff) {
      return false;
    }
  }

  /** Returns whether the socket stays open for some seconds. */
  private static boolean isOpenStill(Socket socket) {
    try {
      socket.setSoTimeout(5_000);
      return socket.getInputStream().read() >= 0;
    } catch (SocketTimeoutException stillOpen) {
      return true;
    } catch (IOException closed) {
      return false;
    }
  }

  private Socket send(String text) throws IOException {
    Socket socket = new Socket("127.0.0.1", SERVED.uri().getPort());
    open.add(socket);
    socket.setSoTimeout(20_000);
    socket.getOutputStream().write(text.getBytes(US_ASCII));
    return socket;
  }

  private int status(String request) throws IOException {
    return status(send(request).getInputStream());
  }

  private static int status(InputStream in) throws IOException {
    String line = new String(in.readNBytes("HTTP/1.1 400".length()), US_ASCII);
    assertThat(line).startsWith("HTTP/1.1 ");
    return Integer.parseInt(line.substring("HTTP/1.1 ".length()));
  }
}
