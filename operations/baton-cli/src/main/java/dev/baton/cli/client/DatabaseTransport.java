package dev.baton.cli.client;

import dev.baton.Baton;
import dev.baton.management.Management;
import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Principal;
import dev.baton.management.http.Request;
import dev.baton.management.http.Response;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Calls the REST interface in this process, directly on the database. The process is a client node:
 * it runs no tasks and never leads. A user who has the database's password has all rights and sees
 * everything that is stored.
 */
public final class DatabaseTransport implements Transport {
  private static final String PREFIX = "/baton";
  private static final int MAX_BODY_BYTES = 256 * 1024 * 1024;
  private static final Duration ENDING = Duration.ofSeconds(5);

  private final Baton baton;
  private final AutoCloseable connections;
  private final Management management;

  /**
   * @param baton a client; {@link #close()} stops it and then closes the connections
   * @param actor the name for the audit
   */
  public DatabaseTransport(Baton baton, String actor, AutoCloseable connections) {
    this.baton = baton;
    this.connections = connections;
    this.management =
        Management.of(baton)
            .accessPolicy(AccessPolicy.everything())
            .principal(request -> Principal.of(actor))
            .mostBodyBytes(MAX_BODY_BYTES)
            .prefix(PREFIX)
            .build();
  }

  @Override
  public Reply send(String method, String path, @Nullable String body) {
    int query = path.indexOf('?');
    byte[] bytes = body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8);
    Response response =
        management.handle(
            new Request(
                method,
                "",
                PREFIX + "/api" + (query < 0 ? path : path.substring(0, query)),
                query < 0 ? null : path.substring(query + 1),
                Map.of("X-Requested-With", "baton", "Content-Type", "application/json"),
                new ByteArrayInputStream(bytes),
                null));
    return new Reply(response.status(), response.body().toText());
  }

  @Override
  public String where() {
    return "The database";
  }

  @Override
  public void close() {
    try (connections) {
      baton.stop(ENDING);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (Exception gone) {
      // The response is already printed. The end of the process also ends a pool that can't be
      // closed.
    }
  }
}
