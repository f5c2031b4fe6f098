package dev.baton.management.rest;

import dev.baton.api.cluster.Cluster.Member;
import dev.baton.api.cluster.NodeInfo;
import dev.baton.management.access.Right;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Caller;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Pages;
import dev.baton.management.rest.request.Route;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Who is there. */
final class NodeRoutes {
  private NodeRoutes() {}

  static List<Route> all() {
    return List.of(
        Route.get(
            "/nodes",
            Right.VIEW,
            "The nodes that were heard of within a day",
            "NodeList",
            NodeRoutes::list));
  }

  private static Response list(Call call) {
    call.require(Right.VIEW);
    ArrayNode items = Json.array();
    Nodes.of(call.baton()).forEach(member -> items.add(view(call.caller(), member)));
    return Json.answer(Pages.of(items));
  }

  private static ObjectNode view(Caller caller, Member member) {
    NodeInfo node = member.node();
    NodeInfo.Card card = node.card();
    ObjectNode view = Json.object();
    Json.put(view, "id", card.id());
    view.put("name", card.name()).put("version", card.version());
    Json.put(view, "role", card.role());
    view.set("types", Json.strings(types(caller, card)));
    view.set("buckets", Json.strings(buckets(caller, card)));
    Json.put(view, "startedAt", node.startedAt());
    Json.put(view, "heardAt", node.heardAt());
    Json.put(view, "leftAt", node.leftAt());
    Json.put(view, "presence", member.presence());
    return view;
  }

  /** Those of which the caller may see all that runs there in some bucket. */
  private static List<String> types(Caller caller, NodeInfo.Card card) {
    return card.types().stream()
        .filter(
            type ->
                type.endsWith(NodeInfo.Card.ANY)
                    ? caller.seesEverything()
                    : caller.seesEverything()
                        || card.buckets().stream().anyMatch(bucket -> caller.sees(type, bucket)))
        .toList();
  }

  private static List<String> buckets(Caller caller, NodeInfo.Card card) {
    return card.buckets().stream()
        .filter(
            bucket ->
                caller.seesEverything()
                    || types(caller, card).stream().anyMatch(type -> caller.sees(type, bucket)))
        .toList();
  }
}
