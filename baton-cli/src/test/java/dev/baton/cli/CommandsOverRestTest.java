package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Over HTTP, to the service that mounts Baton's management. */
final class CommandsOverRestTest extends CommandsContract {
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
                  String header = request.header("Authorization");
                  if (header == null || !header.startsWith("Bearer secret-of-")) {
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
  void whoMayNotIsRefusedAndWhoIsNotKnownToo() {
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
  void aHeaderOfOnesOwnIsSentAndNeverPrinted() {
    List<String> options =
        List.of(
            "--url", http.uri().toString(), "--header", "Authorization: Bearer secret-of-carol");
    assertThat(Run.of(Map.of(), options, "nodes").out()).contains("node-a");
    Run wrong = Run.of(Map.of(), List.of("--url", http.uri() + "x", "--token", "s3cret"), "list");
    assertThat(wrong.exitCode()).isEqualTo(1);
    assertThat(wrong.err()).isNotBlank().doesNotContain("s3cret");
  }
}
