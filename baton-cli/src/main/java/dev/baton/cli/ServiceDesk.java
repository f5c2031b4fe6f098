package dev.baton.cli;

import dev.baton.api.Pause;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Over the REST interface of a service, with the rights that it gives. */
final class ServiceDesk implements Desk {
  private final ServiceAccess service;

  ServiceDesk(ServiceAccess service) {
    this.service = service;
  }

  @Override
  public ObjectNode tasks(TaskQuery query, @Nullable String after, int limit) {
    Map<String, List<String>> terms = new LinkedHashMap<>(query.terms());
    return service.get("/tasks", paged(terms, after, limit));
  }

  @Override
  public ObjectNode task(UUID id) {
    return service.get("/tasks/" + id, Map.of());
  }

  @Override
  public ObjectNode payload(UUID id) {
    return service.get("/tasks/" + id + "/payload", Map.of());
  }

  @Override
  public ObjectNode attempts(UUID id) {
    return service.get("/tasks/" + id + "/attempts", Map.of());
  }

  @Override
  public ObjectNode explanation(UUID id) {
    return service.get("/tasks/" + id + "/explanation", Map.of());
  }

  @Override
  public ObjectNode change(UUID id, Change change) {
    ObjectNode body = Json.object();
    Json.put(body, "version", change.version());
    Json.put(body, "delay", change.delay());
    Json.put(body, "runAt", change.runAt());
    Json.put(body, "priority", change.priority());
    Json.put(body, "reason", change.reason());
    return service.post("/tasks/" + id + "/" + change.verb(), body);
  }

  @Override
  public ObjectNode bulk(TaskQuery query, Change change, int atMost, @Nullable String after) {
    ObjectNode body = Json.object();
    ObjectNode filter = body.putObject("filter");
    query
        .terms()
        .forEach(
            (name, values) -> {
              if (name.equals("id")) {
                Json.putAll(filter, name, values);
              } else if (name.equals("status")) {
                Json.putAll(filter, name, List.of(values.get(0).split(",")));
              } else {
                Json.put(filter, name, values.get(0));
              }
            });
    Json.put(body, "action", change.verb());
    Json.put(body, "delay", change.delay());
    Json.put(body, "reason", change.reason());
    Json.put(body, "atMost", atMost);
    Json.put(body, "after", after);
    return service.post("/bulk", body);
  }

  @Override
  public ObjectNode pauses() {
    return service.get("/pauses", Map.of());
  }

  @Override
  public ObjectNode pause(Pause pause, String reason) {
    ObjectNode body = named(pause);
    Json.put(body, "reason", reason);
    return service.post("/pauses", body);
  }

  @Override
  public ObjectNode resume(Pause pause) {
    return service.post("/pauses/resume", named(pause));
  }

  private static ObjectNode named(Pause pause) {
    ObjectNode body = Json.object();
    Json.put(body, "bucket", pause.bucket());
    Json.put(body, "type", pause.type());
    Json.put(body, "key", pause.key());
    return body;
  }

  @Override
  public ObjectNode schedules(@Nullable String after, int limit) {
    return service.get("/schedules", paged(new LinkedHashMap<>(), after, limit));
  }

  @Override
  public ObjectNode schedule(String name) {
    return service.get(path(name), Map.of());
  }

  @Override
  public ObjectNode changeSchedule(String name, String verb) {
    return verb.equals("remove")
        ? service.delete(path(name))
        : service.post(path(name) + "/" + verb, Json.object());
  }

  private static String path(String schedule) {
    return "/schedules/" + ServiceAccess.part(schedule);
  }

  @Override
  public ObjectNode nodes() {
    return service.get("/nodes", Map.of());
  }

  @Override
  public ObjectNode audit(AuditQuery query, @Nullable String after, int limit) {
    Map<String, List<String>> terms = new LinkedHashMap<>();
    put(terms, "task", query.task());
    put(terms, "actor", query.actor());
    put(terms, "from", query.from());
    put(terms, "to", query.to());
    return service.get("/audit", paged(terms, after, limit));
  }

  private static Map<String, List<String>> paged(
      Map<String, List<String>> terms, @Nullable String after, int limit) {
    put(terms, "after", after);
    put(terms, "limit", limit);
    return terms;
  }

  private static void put(Map<String, List<String>> terms, String name, @Nullable Object value) {
    if (value != null) {
      terms.put(name, List.of(value.toString()));
    }
  }

  @Override
  public void close() {
    // Nothing is kept open between requests that would have to be given back.
  }
}
