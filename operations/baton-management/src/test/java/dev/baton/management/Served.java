package dev.baton.management;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.limit.Limit;
import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Principal;
import dev.baton.management.access.Right;
import dev.baton.management.http.Request;
import dev.baton.task.Bytes;
import dev.baton.test.TestBaton;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * A cluster with the interface on the JDK's server. Headers name the user. A principal has each
 * right whose name is one of its roles.
 */
final class Served implements AutoCloseable {
  static final AccessPolicy BY_NAMES = byNames();

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
  private static final String EVERYTHING =
      Arrays.stream(Right.values()).map(Enum::name).collect(Collectors.joining(","));

  final TestBaton cluster;
  private final JdkHttp http;
  private final String roles;

  private Served(TestBaton cluster, JdkHttp http, String roles) {
    this.cluster = cluster;
    this.http = http;
    this.roles = roles;
  }

  /** Creates a server in memory, for a user who may do everything. */
  static Served inMemory() {
    return over(BY_NAMES);
  }

  static Served over(AccessPolicy policy) {
    TestBaton cluster = TestBaton.inMemory().define(definitions()).start();
    return new Served(cluster, serve(cluster.baton(), policy), EVERYTHING);
  }

  /** Returns an in-memory cluster with more than the default types. */
  static Served with(TaskDefinition<?, ?>... more) {
    TestBaton cluster = TestBaton.inMemory().define(definitions()).define(more).start();
    return new Served(cluster, serve(cluster.baton(), BY_NAMES), EVERYTHING);
  }

  /** Returns the same server for a user who has only these roles. */
  Served as(Right... rights) {
    String names = Arrays.stream(rights).map(Enum::name).collect(Collectors.joining(","));
    return new Served(cluster, http, names);
  }

  static TaskDefinition<?, ?>[] definitions() {
    return new TaskDefinition<?, ?>[] {
      RawDefinition.of("GOOD", attempt -> Outcome.done(Bytes.of("{\"paid\":true}"))),
      RawDefinition.limitsIn(
          RawDefinition.of("APART", attempt -> Outcome.done()).bucket("apart"),
          List.of("SENT"),
          Limit.node(2)),
      RawDefinition.of(
              "BAD",
              attempt -> {
                throw new IOException("The bank said no, password=hunter2");
              })
          .retry(Retry.never())
    };
  }

  static JdkHttp serve(Baton baton, AccessPolicy policy) {
    try {
      return JdkHttp.serve(
          Management.of(baton).accessPolicy(policy).principal(Served::principal).build(),
          new InetSocketAddress("127.0.0.1", 0));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Principal principal(Request request) {
    String name = request.header("X-Name");
    String said = request.header("X-Roles");
    return name == null ? null : Principal.of(name, said == null ? new String[0] : said.split(","));
  }

  private static AccessPolicy byNames() {
    Map<Right, Set<String>> granting = new EnumMap<>(Right.class);
    for (Right right : Right.values()) {
      granting.put(right, Set.of(right.name()));
    }
    return AccessPolicy.byRoles(granting);
  }

  URI uri() {
    return http.uri();
  }

  UUID add(String type) {
    return cluster.add(TaskRequest.of(TaskType.of(type)));
  }

  /** Adds a task in ERROR. */
  UUID failed() {
    UUID id = add("BAD");
    cluster.drain();
    return id;
  }

  /** Adds a task in BLOCKED. */
  UUID held() {
    return cluster.add(TaskRequest.of(TaskType.of("GOOD")).onHold());
  }

  /** Adds a task in WAITING. */
  UUID waiting() {
    return cluster.add(TaskRequest.of(TaskType.of("GOOD")).runIn(Duration.ofHours(1)));
  }

  long version(UUID id) {
    return Long.parseLong(get("/tasks/" + id).at("/version"));
  }

  Answer get(String path) {
    return send(request(path).GET());
  }

  Answer post(String path, String body) {
    return send(change(path).POST(BodyPublishers.ofString(body)));
  }

  /** Sends a verb with the current version. */
  Answer act(UUID id, String verb, String body) {
    return post("/tasks/" + id + "/" + verb, body, "If-Match", "\"" + version(id) + "\"");
  }

  Answer post(String path, String body, String... headers) {
    return send(change(path).headers(headers).POST(BodyPublishers.ofString(body)));
  }

  Answer send(String method, String path, String body) {
    return send(change(path).method(method, BodyPublishers.ofString(body)));
  }

  /** Sends a request below the interface's path as this user. */
  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(http.uri() + "/api" + path))
        .timeout(Duration.ofSeconds(60))
        .header("X-Name", "alice")
        .header("X-Roles", roles);
  }

  HttpRequest.Builder change(String path) {
    return request(path)
        .header("X-Requested-With", "test")
        .header("Content-Type", "application/json");
  }

  static Answer send(HttpRequest.Builder request) {
    try {
      var response = CLIENT.send(request.build(), BodyHandlers.ofString());
      return new Answer(response.statusCode(), response);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    http.close();
    cluster.close();
  }
}
