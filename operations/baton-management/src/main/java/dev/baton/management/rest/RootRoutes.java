package dev.baton.management.rest;

import dev.baton.management.access.Right;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.ApiContext;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Route;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Routes that describe the interface and the caller's rights. */
final class RootRoutes {
  private static final int POLL_SECONDS = 2;

  /**
   * The last description. It is cached because building it takes longer than any other response
   * that needs no permit.
   */
  private static final AtomicReference<@Nullable Described> DESCRIBED = new AtomicReference<>();

  private record Described(String prefix, String version, Response answer) {
    boolean isOf(ApiContext site) {
      return prefix.equals(site.prefix()) && version.equals(site.version());
    }
  }

  private RootRoutes() {}

  static List<Route> all() {
    return List.of(
        Route.get("", null, "Returns the version and your rights", "Root", RootRoutes::root),
        Route.get(
            "/openapi.json",
            null,
            "Returns this document",
            "Description",
            RootRoutes::description));
  }

  private static Response root(Call call) {
    ObjectNode node = Json.object().put("name", "Baton").put("version", call.site().version());
    node.put("prefix", call.request().outerPath() + call.site().prefix());
    node.put("principal", call.caller().principal().name());
    node.set(
        "rights",
        Json.strings(
            Stream.of(Right.values()).filter(right -> call.caller().maySome(right)).toList()));
    node.put("pollSeconds", POLL_SECONDS);
    return Json.answer(node);
  }

  private static Response description(Call call) {
    ApiContext site = call.site();
    Described known = DESCRIBED.get();
    if (known == null || !known.isOf(site)) {
      Response answer = Json.answer(OpenApi.of(site, Routes.all()));
      known = new Described(site.prefix(), site.version(), answer);
      DESCRIBED.set(known);
    }
    return known.answer();
  }
}
