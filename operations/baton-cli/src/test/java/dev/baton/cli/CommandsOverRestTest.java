package dev.baton.cli;

import static dev.baton.api.internal.RequestFields.withoutLocalDispatch;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.local.LocalH2;
import dev.baton.management.JdkHttp;
import dev.baton.management.Management;
import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Grant;
import dev.baton.management.access.Principal;
import dev.baton.management.access.Right;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Runs the contract over HTTP, with a service that mounts Baton's management. */
final class CommandsOverRestTest extends CommandsContract {
  /** The credentials carol:p\u00e4ss:word, in Base64. */
  private static final String CAROL_BY_PASSWORD = "Basic Y2Fyb2w6cMOkc3M6d29yZA==";

  private static Place place;
  private static JdkHttp http;

  @BeforeAll
  static void open() throws IOException {
    place = new Place(LocalH2.newDatabase());
    Management management =
        Management.of(place.baton())
            .accessPolicy(
                AccessPolicy.of(
                    Grant.to("carol").rights(Right.values()), Grant.to("bob").rights(Right.VIEW)))
            .principal(
                request -> {
                  String header = String.valueOf(request.header("Authorization"));
                  if (header.equals(CAROL_BY_PASSWORD)) {
                    return Principal.of("carol", "carol");
                  }
                  if (!header.startsWith("Bearer secret-of-")) {
                    return null;
                  }
                  String name = header.substring("Bearer secret-of-".length());
                  return Principal.of(name, name);
                })
            .build();
    http = JdkHttp.serve(management, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  @AfterAll
  static void close() {
    http.close();
    place.close();
  }

  @Override
  Place place() {
    return place;
  }

  @Override
  List<String> where() {
    return List.of("--url", http.uri().toString(), "--token", "secret-of-carol");
  }

  @Override
  String actor() {
    return "carol";
  }

  @Test
  void forbiddenAndUnknownCallersAreRefused() {
    UUID id = place.waiting("k");
    Map<String, String> bob = Map.of("BATON_TOKEN", "secret-of-bob");
    List<String> url = List.of("--url", http.uri() + "/");
    assertThat(Run.of(bob, url, "show", id.toString()).exitCode()).isZero();
    for (String[] command :
        List.of(
            new String[] {"hold", id.toString()},
            new String[] {"show", id.toString(), "--payload"},
            new String[] {"pause", "--type", "X", "--reason", "x"},
            new String[] {"bulk", "hold", "--type", "LATER", "--yes"})) {
      Run run = Run.of(bob, url, command);
      assertThat(run.exitCode()).as(command[0]).isEqualTo(1);
      assertThat(run.out() + run.err()).as(command[0]).doesNotContain("secret", "alice");
    }
    Run stranger = Run.of(Map.of(), url, "list");
    assertThat(stranger.exitCode()).isEqualTo(1);
    assertThat(stranger.err()).isNotBlank();
  }

  @Test
  void userAndPasswordAreSentAsBasicAndPasswordIsNoOption(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("password"), "p\u00e4ss:word\n");
    List<String> carol = List.of("--url", http.uri().toString(), "--user", "carol");
    Map<String, String> environment = Map.of("BATON_PASSWORD", "p\u00e4ss:word");
    assertThat(Run.of(environment, carol, "nodes").out()).contains("node-a");
    assertThat(Run.of(Map.of(), carol, "nodes", "--password-file", file.toString()).exitCode())
        .isZero();
    Run wrong = Run.of(Map.of("BATON_PASSWORD", "hunter2"), carol, "nodes");
    assertThat(wrong.exitCode()).isEqualTo(1);
    assertThat(wrong.err()).contains("doesn't know who you are").doesNotContain("hunter2");
    Run without = Run.of(Map.of(), carol, "nodes");
    assertThat(without.exitCode()).isEqualTo(2);
    assertThat(without.err()).contains("--password-file", "BATON_PASSWORD");
    assertThat(Run.of(environment, carol, "nodes", "--token", "x").exitCode()).isEqualTo(2);
  }

  @Test
  void responsesOfProxiesAreExplained() throws IOException {
    HttpServer proxy =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    proxy.createContext("/login/", exchange -> answer(exchange, 302));
    proxy.createContext("/basic/", exchange -> answer(exchange, 401));
    proxy.createContext("/csrf/", exchange -> answer(exchange, 403));
    proxy.start();
    try {
      String url = "http://127.0.0.1:" + proxy.getAddress().getPort();
      assertThat(Run.of(Map.of(), List.of("--url", url + "/login"), "list").err())
          .contains("redirects to a sign-in page");
      assertThat(Run.of(Map.of(), List.of("--url", url + "/basic"), "list").err())
          .contains("--user NAME");
      assertThat(Run.of(Map.of(), List.of("--url", url + "/csrf"), "list").err())
          .contains("refuses you");
      for (int status : new int[] {404, 413, 429, 502, 503, 504}) {
        proxy.createContext("/" + status + "/", exchange -> answer(exchange, status));
        Run run = Run.of(Map.of(), List.of("--url", url + "/" + status), "list");
        boolean helpsToWait = status == 429 || status > 500;
        assertThat(run.err()).contains(" responded with " + status).doesNotContain("at dev.baton");
        assertThat(run.err().contains("try again later")).as(run.err()).isEqualTo(helpsToWait);
        assertThat(run.err().contains("is the URL right?")).isEqualTo(status == 404);
        assertThat(run.exitCode()).as("%d", status).isEqualTo(helpsToWait ? 3 : 1);
      }
    } finally {
      proxy.stop(0);
    }
  }

  private static void answer(HttpExchange exchange, int status) throws IOException {
    try (exchange) {
      exchange.sendResponseHeaders(status, -1);
    }
  }

  @Test
  void taskWaitingForItsTurnIsExplainedInTheSameWords() throws Exception {
    TaskRequest<?, ?> turns = withoutLocalDispatch(TaskRequest.of(TaskType.of("TURNS")));
    List<UUID> all = new ArrayList<>(List.of(place.holding(turns.key("a"))));
    for (String key : List.of("a", "b", "c")) {
      all.add(place.baton().tasks().add(turns.key(key)).taskId());
    }
    String last = all.get(3).toString();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (reason(last, "TURN").path("keys").asInt() != 3) {
      assertThat(System.nanoTime()).isLessThan(end);
    }
    // The number of waiting keys may change between two commands.
    String words = "its key has turn \\d of \\d keys on the queried node";
    assertThat(reason(last, "TURN").path("text").asString()).matches(words);
    assertThat(json("explain", last).path("text").asString()).containsPattern(words);
    assertThat(baton("explain", last).out()).containsPattern(words);
    assertThat(place.baton().operations().task(all.get(3)).explain().text()).containsPattern(words);
    place.letGo(all);
  }

  private JsonNode reason(String id, String kind) {
    JsonNode reasons = json("explain", id).path("reasons");
    return StreamSupport.stream(reasons.spliterator(), false)
        .filter(one -> one.path("kind").asString().equals(kind))
        .findFirst()
        .orElse(MissingNode.getInstance());
  }

  @Test
  void customHeaderIsSentAndNeverPrinted() {
    List<String> options =
        List.of(
            "--url", http.uri().toString(), "--header", "Authorization: Bearer secret-of-carol");
    assertThat(Run.of(Map.of(), options, "nodes").out()).contains("node-a");
    Run wrong = Run.of(Map.of(), List.of("--url", http.uri() + "x", "--token", "s3cret"), "list");
    assertThat(wrong.exitCode()).isEqualTo(1);
    assertThat(wrong.err()).isNotBlank().doesNotContain("s3cret");
  }
}
