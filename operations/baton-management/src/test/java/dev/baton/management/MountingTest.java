package dev.baton.management;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.Baton;
import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Grant;
import dev.baton.management.access.Principal;
import dev.baton.management.access.Right;
import dev.baton.test.TestBaton;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The code of docs/management.md. */
class MountingTest {
  @Test
  void managementRunsOnItsOwnServer() throws IOException {
    try (TestBaton cluster = TestBaton.inMemory().define(Served.definitions()).start();
        JdkHttp http = serve(cluster.baton())) {
      HttpRequest.Builder api = HttpRequest.newBuilder(URI.create(http.uri() + "/api"));
      assertThat(Served.send(api).status()).isEqualTo(401);
      Answer root = Served.send(api.header("X-Forwarded-User", "alice"));
      assertThat(root.json().get("rights").toString()).contains("RETRY").doesNotContain("EDIT");
    }
  }

  @Test
  void managementSharesServerThatAuthenticates() throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    try (TestBaton cluster = TestBaton.inMemory().define(Served.definitions()).start()) {
      mount(cluster.baton(), server);
      server.start();
      String root = "http://127.0.0.1:" + server.getAddress().getPort() + "/baton/api";
      assertThat(Served.send(HttpRequest.newBuilder(URI.create(root))).status()).isEqualTo(401);
      String login = Base64.getEncoder().encodeToString("bob:secret".getBytes(UTF_8));
      Answer known =
          Served.send(
              HttpRequest.newBuilder(URI.create(root)).header("Authorization", "Basic " + login));
      assertThat(known.at("/principal")).isEqualTo("bob");
    } finally {
      server.stop(0);
    }
  }

  private static JdkHttp serve(Baton baton) throws IOException {
    // region serve
    AccessPolicy policy =
        AccessPolicy.byRoles(
            Map.of(
                Right.VIEW, Set.of("support", "operator"),
                Right.RETRY, Set.of("support", "operator"),
                Right.CANCEL, Set.of("operator"),
                Right.EDIT, Set.of("operator"),
                Right.BULK, Set.of("operator"),
                Right.AUDIT, Set.of("auditor")));
    Management management =
        Management.of(baton)
            .accessPolicy(policy)
            .principal(
                request -> {
                  // Only the proxy sets this header.
                  String user = request.header("X-Forwarded-User");
                  return user == null ? null : Principal.of(user, "support");
                })
            .build();
    return JdkHttp.serve(management, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    // endregion
  }

  private static void mount(Baton baton, HttpServer server) {
    // region policy
    AccessPolicy policy =
        AccessPolicy.of(
            Grant.to("operator").rights(Right.values()).types("PAYOUT", "REFUND*"),
            Grant.to("support").rights(Right.VIEW, Right.RETRY).buckets("payouts", "mail"));
    // endregion
    Management management =
        Management.of(baton)
            .accessPolicy(policy)
            .principal(
                request ->
                    request.host() instanceof HttpExchange exchange
                            && exchange.getPrincipal() != null
                        ? Principal.of(exchange.getPrincipal().getUsername(), "support")
                        : null)
            .build();
    JdkHttp.mount(management, server)
        .setAuthenticator(
            new BasicAuthenticator("baton") {
              @Override
              public boolean checkCredentials(String user, String password) {
                return user.equals("bob") && password.equals("secret");
              }
            });
  }
}
