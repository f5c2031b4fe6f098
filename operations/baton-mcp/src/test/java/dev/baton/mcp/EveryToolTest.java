package dev.baton.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.management.access.Right;
import dev.baton.operate.AuditEntry;
import dev.baton.operate.AuditFilter;
import dev.baton.schedule.Schedule;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the rights, the audit and the handling of invalid arguments of each tool. */
class EveryToolTest {
  private static final String WHY = "asked for by the person on call";
  private static final List<Object> NONSENSE =
      List.of(
          -1,
          Long.MIN_VALUE,
          1.5,
          true,
          "",
          " ",
          "\u0000",
          "../../pauses",
          "%2e%2e%2fpauses",
          "a?dryRun=false&x=/y#z",
          "\uD83D\uDCA5\u202e",
          "x".repeat(50_000),
          List.of(),
          List.of(List.of(List.of())),
          Map.of(),
          Map.of("type", Map.of("type", "BAD")),
          Map.of("everything", true));

  private Site site;
  private UUID failed;

  @BeforeEach
  void open() throws Exception {
    site = Site.open();
    failed = site.failed();
    Schedule nightly = Schedule.fixedRate("nightly", Duration.ofDays(1));
    site.cluster
        .baton()
        .schedules()
        .put(nightly.adds(dev.baton.api.TaskRequest.of(dev.baton.api.TaskType.of("GOOD"))));
  }

  @AfterEach
  void close() {
    site.close();
  }

  private static CallToolResult call(McpSyncClient client, RouteTool tool, Map<String, Object> it) {
    return client.callTool(McpSchema.CallToolRequest.builder(tool.name()).arguments(it).build());
  }

  private static String text(CallToolResult result) {
    return ((TextContent) result.content().get(0)).text();
  }

  /** Returns valid arguments of each tool. */
  private Map<String, Object> usual(RouteTool tool) {
    Map<String, Object> all = new HashMap<>();
    tool.route().names().forEach(name -> all.put(name, "nightly"));
    if (all.containsKey("id")) {
      all.put("id", failed.toString());
    }
    if (!tool.route().method().equals("GET")) {
      all.put("reason", WHY);
    }
    switch (tool.name()) {
      case "outcomes" -> {
        all.remove("reason");
        all.put("id", List.of(failed.toString()));
      }
      case "retry_tasks" -> all.put("filter", Map.of("type", "BAD"));
      case "retry_task" -> all.put("version", 1);
      case "pause" -> all.put("type", "GOOD");
      case "resume" -> {
        all.remove("reason");
        all.put("type", "GOOD");
      }
      default -> {}
    }
    return all;
  }

  @Test
  void invalidInputIsRefusedOrFindsNothing() {
    List<String> wrong = new ArrayList<>();
    int asked = 0;
    try (McpSyncClient client = site.client(Right.values())) {
      for (RouteTool tool : OperatorTools.all()) {
        for (String field : fields(client, tool)) {
          // Used alternately, so that many fields of many tools get each value.
          for (int i = 0; i < 3; i++) {
            Object nonsense = NONSENSE.get(asked % NONSENSE.size());
            Map<String, Object> said = usual(tool);
            if (!tool.route().method().equals("GET")) {
              // Well-formed arguments are refused, too, and nothing is done.
              said.put("nothing", 1);
            }
            said.put(field, nonsense);
            CallToolResult result = call(client, tool, said);
            asked++;
            boolean changes = !tool.route().method().equals("GET");
            boolean isBad =
                (changes && !result.isError()) || text(result).contains("The request failed");
            if (isBad || text(result).length() > 60_000) {
              wrong.add(tool.name() + " " + field + " " + nonsense + ": " + text(result));
            }
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(asked).isGreaterThan(8 * NONSENSE.size());
    nothingIsChanged();
  }

  private static List<String> fields(McpSyncClient client, RouteTool tool) {
    return client.listTools().tools().stream()
        .filter(one -> one.name().equals(tool.name()))
        .flatMap(one -> ((Map<?, ?>) one.inputSchema().get("properties")).keySet().stream())
        .map(Object::toString)
        .toList();
  }

  @Test
  void toolNeedsTheRightOfItsRoute() {
    for (RouteTool tool : OperatorTools.all()) {
      EnumSet<Right> others = EnumSet.allOf(Right.class);
      others.remove(tool.route().right());
      try (McpSyncClient client = site.client(others.toArray(Right[]::new))) {
        assertThat(client.listTools().tools())
            .extracting(McpSchema.Tool::name)
            .as(tool.name())
            .doesNotContain(tool.name());
        CallToolResult result = call(client, tool, usual(tool));
        assertThat(result.isError()).as(tool.name()).isTrue();
        assertThat(text(result)).as(tool.name()).containsAnyOf("403", "404");
      }
    }
    nothingIsChanged();
  }

  private void nothingIsChanged() {
    assertThat(audit()).isEmpty();
    assertThat(site.cluster.baton().cluster().pauses()).isEmpty();
    assertThat(site.cluster.baton().operations().find(failed).orElseThrow().attempts())
        .isEqualTo(1);
  }

  @Test
  void auditEqualsThatOfTheRestApi() {
    UUID other = site.failed();
    long version = site.cluster.baton().operations().find(other).orElseThrow().version();
    RouteTool retry =
        OperatorTools.all().stream().filter(t -> t.name().equals("retry_task")).findFirst().get();
    try (McpSyncClient client = site.client(Right.VIEW, Right.RETRY)) {
      Map<String, Object> said = usual(retry);
      said.put("version", version);
      assertThat(call(client, retry, said).isError()).isFalse();
    }
    HttpResponse<String> byRest =
        post(
            "/api/tasks/" + other + "/retry",
            "{\"version\":" + version + ",\"reason\":\"" + WHY + "\"}");
    assertThat(byRest.statusCode()).as(byRest.body()).isEqualTo(200);
    assertThat(audit()).hasSize(2);
    assertThat(audit().stream().map(one -> List.of(one.actor(), one.action(), "" + one.reason())))
        .containsOnly(List.of("night-model", audit().get(0).action(), WHY));
    assertThat(audit().get(0).detail()).isEqualTo(audit().get(1).detail());
  }

  /** Returns what users changed. The site itself put a schedule. */
  private List<AuditEntry> audit() {
    return site.cluster.baton().operations().audit(AuditFilter.all()).stream()
        .filter(entry -> !entry.actor().startsWith("node "))
        .toList();
  }

  private HttpResponse<String> post(String path, String body) {
    try {
      return HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(URI.create(site.uri() + path))
                  .headers("X-Name", "night-model", "X-Roles", rights(), "X-Requested-With", "t")
                  .header("Content-Type", "application/json")
                  .POST(BodyPublishers.ofString(body))
                  .build(),
              BodyHandlers.ofString());
    } catch (Exception broken) {
      throw new IllegalStateException(broken);
    }
  }

  private static String rights() {
    return String.join(",", Arrays.stream(Right.values()).map(Enum::name).toList());
  }
}
