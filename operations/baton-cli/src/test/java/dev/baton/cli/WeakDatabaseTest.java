package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.local.DatabaseAddress;
import dev.baton.management.JdkHttp;
import dev.baton.management.Management;
import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Principal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command reports a database that acknowledges commits before they are on disk. */
@Tag("deep")
final class WeakDatabaseTest {

  @Test
  void weakSettingsAreReportedDirectlyAndOverRest(@TempDir Path folder) throws IOException {
    // Without WRITE_DELAY=0 and REUSE_SPACE=FALSE, the database is weak.
    DatabaseAddress weak =
        new DatabaseAddress("jdbc:h2:file:" + folder.resolve("tasks").toAbsolutePath(), "sa", "");
    try (Place place = new Place(weak);
        JdkHttp http =
            JdkHttp.serve(
                Management.of(place.baton())
                    .accessPolicy(AccessPolicy.everything())
                    .principal(request -> Principal.of("carol"))
                    .build(),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
      tells(List.of("--jdbc", weak.url(), "--user", "sa", "--as", "alice"));
      tells(List.of("--url", http.uri().toString()));
    }
  }

  private static void tells(List<String> where) {
    Run table = Run.of(Map.of(), where, "database");
    assertThat(table.err()).isEmpty();
    assertThat(table.out()).contains("UNSAFE_COMMITS", "continue", "WRITE_DELAY", "REUSE_SPACE");
    assertThat(Run.of(Map.of(), where, "database", "--json").json().at("/items/0/kind").asString())
        .isEqualTo("UNSAFE_COMMITS");
  }
}
