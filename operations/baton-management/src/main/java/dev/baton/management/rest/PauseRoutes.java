package dev.baton.management.rest;

import dev.baton.Baton;
import dev.baton.api.error.ConfigurationException;
import dev.baton.management.access.Right;
import dev.baton.management.access.Scope;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.ApiContext;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Field;
import dev.baton.management.rest.request.HttpProblem;
import dev.baton.management.rest.request.Input;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Kind;
import dev.baton.management.rest.request.Pages;
import dev.baton.management.rest.request.ProblemKind;
import dev.baton.management.rest.request.Route;
import dev.baton.operate.cluster.Cluster;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.cluster.Paused;
import dev.baton.operate.statistics.LiveCounts;
import dev.baton.task.row.TaskSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Routes for pauses. */
final class PauseRoutes {
  private static final int LONGEST_REASON = 500;

  private static final List<Field> NAMES =
      List.of(
          Field.text("bucket", 60, "Tasks in this bucket"),
          Field.text("type", TaskSpec.MAX_TYPE, "Tasks of this type"),
          Field.text("key", 200, "Tasks with this flow key"));

  private PauseRoutes() {}

  static List<Route> all() {
    List<Field> withReason = new ArrayList<>(NAMES);
    withReason.add(Field.text("reason", LONGEST_REASON, "The reason, for people").needed());
    withReason.add(
        Field.of(
            "unknown",
            Kind.TRUTH,
            "True to pause a type or bucket that no node runs and no task has. Otherwise this is"
                + " refused, because the name may be misspelled"));
    return List.of(
        Route.get("/pauses", Right.VIEW, "Lists the pauses", "PauseList", PauseRoutes::list),
        Route.post(
                "/pauses",
                Right.CONFIGURE,
                "Stops new starts of tasks that match all fields, on all nodes, until resumed",
                "PauseChange",
                PauseRoutes::pause)
            .body(withReason),
        Route.post(
                "/pauses/resume",
                Right.CONFIGURE,
                "Ends exactly this pause",
                "PauseChange",
                PauseRoutes::resume)
            .body(NAMES));
  }

  private static Response list(Call call) {
    call.require(Right.VIEW);
    return Json.answer(Pages.of(items(call)));
  }

  private static ArrayNode items(Call call) {
    ArrayNode items = Json.array();
    for (Paused paused : call.baton().cluster().pauses()) {
      if (call.caller().mayAll(Right.VIEW, scope(paused.pause()))) {
        items.add(view(call.site(), paused));
      }
    }
    return items;
  }

  static ObjectNode view(ApiContext site, Paused paused) {
    ObjectNode node = Json.object();
    Json.put(node, "bucket", paused.pause().bucket());
    Json.put(node, "type", paused.pause().type());
    Json.put(node, "key", paused.pause().key());
    node.put("reason", site.redaction().apply(paused.reason()));
    Json.put(node, "since", paused.since());
    return node;
  }

  private static Response pause(Call call) {
    Pause pause = named(call);
    String reason = call.body().needed("reason");
    if (reason.isBlank()) {
      throw HttpProblem.field("reason", "is missing");
    }
    if (!call.body().truth("unknown")) {
      requireKnown(call.baton(), pause);
    }
    boolean changed;
    try {
      changed = call.clusterWithoutReason().pause(pause, reason);
    } catch (IllegalArgumentException wrong) {
      throw new HttpProblem(400, String.valueOf(wrong.getMessage()));
    } catch (IllegalStateException tooMany) {
      throw new HttpProblem(409, String.valueOf(tooMany.getMessage()));
    }
    return changed(call, changed);
  }

  private static void requireKnown(Baton baton, Pause pause) {
    List<Cluster.Member> nodes = baton.cluster().nodes();
    String type = pause.type();
    if (type != null && nodes.stream().noneMatch(one -> one.node().card().runs(type))) {
      requireTasks(baton, "type " + type, group -> group.type().equals(type));
    }
    String bucket = pause.bucket();
    if (bucket != null
        && nodes.stream().noneMatch(one -> one.node().card().buckets().contains(bucket))) {
      requireTasks(baton, "bucket " + bucket, group -> group.bucket().equals(bucket));
    }
  }

  private static void requireTasks(Baton baton, String name, Predicate<LiveCounts.Group> has) {
    if (groups(baton).stream().noneMatch(has)) {
      throw new HttpProblem(
          ProblemKind.UNKNOWN_NAME,
          "No node runs the "
              + name
              + ", and no live task uses it, so nothing was paused. Check the name. To pause it"
              + " anyway, set unknown = true (baton pause --unknown)");
    }
  }

  private static List<LiveCounts.Group> groups(Baton baton) {
    try {
      return baton.statistics().counts().groups();
    } catch (ConfigurationException withoutStatistics) {
      return List.of();
    }
  }

  private static Response resume(Call call) {
    Pause pause = named(call);
    return changed(call, call.clusterWithoutReason().resume(pause));
  }

  private static Response changed(Call call, boolean changed) {
    ObjectNode node = Json.object().put("changed", changed);
    node.set("items", items(call));
    return Json.answer(node);
  }

  private static Pause named(Call call) {
    Input body = call.body();
    @Nullable String bucket = said(body, "bucket");
    @Nullable String type = said(body, "type");
    @Nullable String key = said(body, "key");
    if (bucket == null && type == null && key == null) {
      throw HttpProblem.field("type", "name a bucket, a type or a key");
    }
    Pause pause = new Pause(bucket, type, key);
    call.caller().requireAll(Right.CONFIGURE, scope(pause));
    return pause;
  }

  private static @Nullable String said(Input body, String name) {
    String text = body.text(name);
    return text == null || text.isEmpty() ? null : text;
  }

  /** Returns the scope of all tasks that the pause stops. */
  static Scope scope(Pause pause) {
    return new Scope(pause.type(), pause.bucket(), pause.key());
  }
}
