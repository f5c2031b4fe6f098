package dev.baton.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests responses of a server. They are shown unchanged, and trusted only if they are Baton's. */
class AnswersTest {
  private static final String ID = "019cadc6-9a80-7000-b6eb-4e6c7bad85d8";
  private static final String PAYLOAD =
      "{\"form\":\"JSON\",\"size\":50,\"truncated\":false,"
          + "\"text\":\"[1e400, 0.1000000000000000055511151231257827, 1.50]\","
          + "\"json\":[1e400,0.1000000000000000055511151231257827,1.50,-0]}";

  private HttpServer server;
  private String answer = "";
  private String missing = "";

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void close() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      String body =
          !answer.isEmpty()
              ? answer
              : path.endsWith("/payload")
                  ? PAYLOAD
                  : "{\"id\":\"" + ID + "\",\"items\":[],\"reasons\":[]}";
      byte[] bytes = body.getBytes(UTF_8);
      boolean isMissing = !missing.isEmpty() && path.endsWith(missing);
      exchange.sendResponseHeaders(isMissing ? 404 : 200, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private Run baton(String... command) {
    String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/baton";
    return Run.of(Map.of(), List.of("--url", url), command);
  }

  @Test
  void payloadNumbersArePrintedUnchanged() {
    Run json = baton("show", ID, "--payload", "--json");
    assertThat(json.out()).as(json.err()).contains(PAYLOAD);
    Run text = baton("show", ID, "--payload");
    assertThat(text.out())
        .as(text.err())
        .contains("[1e400, 0.1000000000000000055511151231257827, 1.50]");
  }

  @Test
  void serviceWithoutTheRouteOfStepsShowsTasks() {
    missing = "/steps";
    Run json = baton("show", ID, "--json");
    assertThat(json.exitCode()).as(json.err()).isZero();
    assertThat(json.out()).contains("\"steps\"").contains(ID);
    Run text = baton("show", ID);
    assertThat(text.exitCode()).as(text.err()).isZero();
    missing = "/attempts";
    assertThat(baton("show", ID).exitCode()).isEqualTo(1);
  }

  @Test
  void responseUnlikeBatonsIsRejected() {
    String[][] commands = {
      {"list"},
      {"show", ID},
      {"explain", ID},
      {"overview"},
      {"errors"},
      {"counts"},
      {"limits"},
      {"overrides"},
      {"nodes"},
      {"pauses"},
      {"schedules"},
      {"schedule", "show", "x"},
      {"audit"},
      {"cancel", ID, "--reason", "r"},
      {"pause", "--type", "X", "--reason", "r"},
      {"resume", "--type", "X"},
      {"bulk", "cancel", "--type", "X", "--reason", "r"},
      {"bulk", "cancel", "--type", "X", "--reason", "r", "--yes"}
    };
    for (String strange :
        List.of("{}", "{\"status\":\"UP\"}", "[]", "\"ok\"", "<html></html>", " ")) {
      answer = strange;
      for (String[] command : commands) {
        Run run = baton(command);
        assertThat(run.exitCode()).as("%s: %s", List.of(command), run).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("not as Baton", "is the URL right?");
      }
    }
  }
}
