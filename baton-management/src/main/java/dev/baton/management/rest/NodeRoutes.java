package dev.baton.management.rest;

import dev.baton.api.Cluster.Member;
import dev.baton.api.NodeInfo;
import dev.baton.management.access.Right;
import dev.baton.management.http.Response;
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
    Nodes.of(call.baton()).forEach(member -> items.add(view(member)));
    return Json.answer(Pages.of(items));
  }

  private static ObjectNode view(Member member) {
    NodeInfo node = member.node();
    NodeInfo.Card card = node.card();
    ObjectNode view = Json.object();
    Json.put(view, "id", card.id());
    view.put("name", card.name()).put("version", card.version());
    Json.put(view, "role", card.role());
    view.set("types", Json.strings(card.types()));
    view.set("buckets", Json.strings(card.buckets()));
    Json.put(view, "startedAt", node.startedAt());
    Json.put(view, "heardAt", node.heardAt());
    Json.put(view, "leftAt", node.leftAt());
    Json.put(view, "presence", member.presence());
    return view;
  }
}
