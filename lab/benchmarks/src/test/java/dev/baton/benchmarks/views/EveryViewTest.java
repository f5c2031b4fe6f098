package dev.baton.benchmarks.views;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import dev.baton.management.http.Response;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tests the measurement of views in its smallest form: it fills the tables, requests every view,
 * and explains the queries.
 */
@Tag("deep")
class EveryViewTest {
  @Test
  void everyViewRespondsAndEveryReadingRouteIsCovered() throws Exception {
    DatabaseAddress database = LocalPostgres.temporary().newDatabase();
    List<String> steps = new ArrayList<>();
    ViewsBench.fill(database, 2_000, 1_000, steps::add);
    assertThat(steps).contains("finished from 1", "live from 1", "tidy others");
    ViewsBench.fill(database, 2_000, 1_000, steps::add);
    assertThat(steps).as("nothing is filled twice").doesNotHaveDuplicates();
    List<View> views;
    try (Connection connection = database.connect()) {
      views = Roster.of(Samples.from(connection));
    }
    try (Watcher watcher = new Watcher(database)) {
      for (View view : views) {
        Response answer = watcher.ask(view);
        assertThat(answer.status()).as(view.path() + " " + answer.body().toText()).isEqualTo(200);
      }
      assertThat(unseen(watcher, views)).isEmpty();
      View errors = View.get("ERROR", "/tasks?status=ERROR");
      Measurement measured = watcher.measure(errors, 1);
      assertThat(measured.queries()).as("live ones, finished ones, their labels").isEqualTo(3);
      assertThat(measured.plan().words()).contains("baton_task");
      assertThat(measured.line()).startsWith("| ERROR | ").doesNotContain("HTTP");
    }
  }

  /** Returns the routes that only read and that no view uses. */
  private static TreeSet<String> unseen(Watcher watcher, List<View> views) throws Exception {
    String described = watcher.ask(View.get("", "/openapi.json")).body().toText();
    JsonNode paths = JsonMapper.shared().readTree(described).get("paths");
    TreeSet<String> unseen = new TreeSet<>();
    for (var path : paths.properties()) {
      String route = path.getKey().replace("/baton/api", "");
      String pattern = route.replaceAll("\\{\\w+\\}", "[^/?]+") + "(\\?.*)?";
      boolean reads = path.getValue().has("get") && !route.isEmpty();
      if (reads && views.stream().noneMatch(view -> view.path().matches(pattern))) {
        unseen.add(route);
      }
    }
    // The description of the interface, which no operator opens.
    unseen.removeAll(List.of("/", "/openapi.json"));
    return unseen;
  }
}
