package dev.baton.mcp;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.management.JdkHttp;
import dev.baton.management.Management;
import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Principal;
import dev.baton.management.access.Right;
import dev.baton.management.http.Request;
import dev.baton.test.TestBaton;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A cluster in memory, with the endpoint on the JDK's server. Headers name the user. */
final class Site implements AutoCloseable {
  /** Number of queries for the sender of a request. */
  static final AtomicInteger ASKED_WHO = new AtomicInteger();

  final TestBaton cluster;
  private final JdkHttp http;

  private Site(TestBaton cluster, JdkHttp http) {
    this.cluster = cluster;
    this.http = http;
  }

  static Site open() throws IOException {
    TestBaton cluster =
        TestBaton.inMemory()
            .define(
                RawDefinition.of("GOOD", attempt -> Outcome.done()),
                RawDefinition.of(
                        "BAD",
                        attempt -> {
                          throw new IOException("The bank said no, password=hunter2");
                        })
                    .retry(Retry.never()))
            .start();
    Management management = management(cluster.baton(), byNames());
    return new Site(cluster, JdkHttp.serve(management, new InetSocketAddress("127.0.0.1", 0)));
  }

  private static Management management(Baton baton, AccessPolicy policy) {
    // region extension
    return Management.of(baton)
        .accessPolicy(policy)
        .principal(Site::principal)
        .extension(new McpEndpoint())
        .build();
    // endregion
  }

  private static AccessPolicy byNames() {
    Map<Right, Set<String>> granting = new EnumMap<>(Right.class);
    for (Right right : Right.values()) {
      granting.put(right, Set.of(right.name()));
    }
    return AccessPolicy.byRoles(granting);
  }

  private static @Nullable Principal principal(Request request) {
    ASKED_WHO.incrementAndGet();
    String name = request.header("X-Name");
    String roles = request.header("X-Roles");
    return name == null || roles == null ? null : Principal.of(name, roles.split(","));
  }

  String uri() {
    return http.uri().toString();
  }

  /** Adds a task in ERROR. */
  UUID failed() {
    UUID id = cluster.add(TaskRequest.of(TaskType.of("BAD")).label("partner", "acme, inc"));
    cluster.drain();
    return id;
  }

  /** Returns a standard client of the protocol, for a model with these rights. */
  McpSyncClient client(Right... rights) {
    String roles = Arrays.stream(rights).map(Enum::name).collect(Collectors.joining(","));
    HttpRequest.Builder request =
        HttpRequest.newBuilder().header("X-Name", "night-model").header("X-Roles", roles);
    return McpClient.sync(
            HttpClientStreamableHttpTransport.builder(uri().replace("/baton", ""))
                .endpoint("/baton/mcp")
                .requestBuilder(request)
                .build())
        .requestTimeout(Duration.ofSeconds(60))
        .initializationTimeout(Duration.ofSeconds(60))
        .build();
  }

  @Override
  public void close() {
    http.close();
    cluster.close();
  }
}
