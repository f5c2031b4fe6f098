package dev.baton.spring.management;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.assertj.AssertableWebApplicationContext;

/**
 * Tests the page on a Tomcat with the application's threads and deadlines. An invalid request gets
 * a 4xx, and a slow caller doesn't block others.
 */
class RoughCallersTest {
  private static final int MANY = 64;

  private static final String[] ADA = {LoginFilter.HEADER, Site.OPERATOR};
  private static final String WHO =
      "Host: localhost\r\nX-Requested-With: t\r\nContent-Type: application/json\r\n"
          + LoginFilter.HEADER
          + ": "
          + Site.OPERATOR
          + "\r\n";
  private static final String CHANGE = "POST /baton/api/pauses HTTP/1.1\r\n" + WHO;

  private static final List<String> BROKEN =
      List.of(
          CHANGE + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
          CHANGE + "Transfer-Encoding: chunked\r\n\r\n-1\r\n{}\r\n0\r\n\r\n",
          CHANGE + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}xx0\r\n\r\n",
          CHANGE + "Content-Length: -1\r\n\r\n{}",
          CHANGE + "Content-Length: 2\r\n\r\n\u0001\u0002",
          "GET /baton/api HTTP/1.1\r\n" + WHO + "X: 1\r\n".repeat(10_000) + "\r\n");

  private static final List<String> BEGINNINGS =
      List.of(
          "G",
          "GET /baton/api HTTP/1.1\r\nHost: localhost\r\nX-",
          CHANGE + "Content-Length: 90\r\n\r\n{");

  @Test
  void brokenRequestsAreRefusedAndSlowCallersDelayNoOthers() {
    ManagementMountTest.mounted()
        .run(
            context -> {
              for (String request : BROKEN) {
                assertThat(status(context, request))
                    .as(request.substring(0, 60))
                    .isBetween(400, 499);
              }
              List<Socket> slow = new ArrayList<>();
              try {
                for (String beginning : BEGINNINGS) {
                  for (int i = 0; i < MANY / 2; i++) {
                    slow.add(send(context, beginning));
                  }
                }
                for (int i = 0; i < MANY; i++) {
                  String list = "GET /baton/api/openapi.json HTTP/1.1\r\n" + WHO + "\r\n";
                  slow.add(send(context, list.repeat(20)));
                }
                HttpResponse<String> answer = Site.of(context).get("/baton/api/tasks", ADA);
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
              } finally {
                for (Socket socket : slow) {
                  socket.close();
                }
              }
            });
  }

  private static Socket send(AssertableWebApplicationContext context, String text)
      throws IOException {
    Socket socket = new Socket("127.0.0.1", Site.of(context).port());
    socket.setSoTimeout(20_000);
    socket.setReceiveBufferSize(1024);
    socket.getOutputStream().write(text.getBytes(US_ASCII));
    return socket;
  }

  private static int status(AssertableWebApplicationContext context, String request)
      throws IOException {
    try (Socket socket = send(context, request);
        InputStream in = socket.getInputStream()) {
      String line = new String(in.readNBytes("HTTP/1.1 400".length()), US_ASCII);
      return Integer.parseInt(line.substring("HTTP/1.1 ".length()));
    }
  }
}
