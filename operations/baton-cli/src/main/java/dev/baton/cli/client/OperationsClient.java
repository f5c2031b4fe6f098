package dev.baton.cli.client;

import dev.baton.cli.text.Failure;
import dev.baton.cli.text.Json;
import dev.baton.operate.cluster.Pause;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads and changes tasks with the words of the REST interface, through a server or directly in the
 * database. Throws a {@link Failure} if the request is refused or the object doesn't exist. Used by
 * one thread.
 */
public final class OperationsClient implements AutoCloseable {
  private final RestCalls rest;

  public OperationsClient(Transport transport) {
    this.rest = new RestCalls(transport);
  }

  /** Returns a page of a list: {@code items}, and {@code next} if more exist. */
  public ObjectNode tasks(TaskQuery query, @Nullable String after, int limit) {
    Map<String, List<String>> terms = new LinkedHashMap<>(query.terms());
    return rest.get("/tasks", paged(terms, after, limit), "items");
  }

  public ObjectNode task(UUID id) {
    return rest.get("/tasks/" + id, Map.of(), "id");
  }

  /**
   * Returns the payload as unparsed JSON: {@code form}, {@code size} and {@code text} or {@code
   * base64}.
   */
  public String payload(UUID id) {
    return rest.text("/tasks/" + id + "/payload", "form");
  }

  /** Returns {@code items}, latest first. */
  public ObjectNode attempts(UUID id) {
    return rest.get("/tasks/" + id + "/attempts", Map.of(), "items");
  }

  /** Returns {@code items}: the steps of a workflow in order. An older service returns none. */
  public ObjectNode steps(UUID id) {
    ObjectNode none = Json.object();
    none.putArray("items");
    return rest.find("/tasks/" + id + "/steps", "items").orElse(none);
  }

  /** Returns the whole history of a task. */
  public ObjectNode history(UUID id) {
    return rest.get("/tasks/" + id + "/history", Map.of(), "format");
  }

  /** Returns {@code text} and {@code reasons}. */
  public ObjectNode explanation(UUID id) {
    return rest.get("/tasks/" + id + "/explanation", Map.of(), "reasons");
  }

  /** Changes one task if it still has the version that the change names. */
  public ObjectNode change(UUID id, Change change) {
    ObjectNode body = Json.object();
    Json.put(body, "version", change.version());
    Json.put(body, "delay", change.delay());
    Json.put(body, "runAt", change.runAt());
    Json.put(body, "priority", change.priority());
    Json.put(body, "text", change.text());
    Json.put(body, "base64", change.base64());
    String step = change.step();
    if (step != null && step.matches("[1-9][0-9]{0,3}")) {
      Json.put(body, "stepNumber", Integer.valueOf(step));
    } else {
      Json.put(body, "step", step);
    }
    Json.put(body, "reason", change.reason());
    return rest.post("/tasks/" + id + "/" + change.verb(), body, "verdict");
  }

  /**
   * Changes the tasks that the query finds. Returns {@code matched}, {@code changed}, {@code
   * refused} and {@code results}, and {@code next} if more tasks match.
   */
  public ObjectNode bulk(TaskQuery query, Change change, int atMost, @Nullable String after) {
    ObjectNode body = Json.object();
    ObjectNode filter = body.putObject("filter");
    query
        .terms()
        .forEach(
            (name, values) -> {
              if (name.equals("id") || name.equals("label")) {
                Json.putAll(filter, name, values);
              } else if (name.equals("status")) {
                Json.putAll(filter, name, List.of(values.get(0).split(",")));
              } else if (Set.of("stuck", "retrying", "held").contains(name)) {
                filter.put(name, true);
              } else if (name.equals("attempts")) {
                filter.put(name, Integer.parseInt(values.get(0)));
              } else {
                Json.put(filter, name, values.get(0));
              }
            });
    if (query.filter().isEveryTask()) {
      body.put("all", true);
    }
    Json.put(body, "action", change.verb());
    Json.put(body, "delay", change.delay());
    Json.put(body, "reason", change.reason());
    Json.put(body, "atMost", atMost);
    Json.put(body, "after", after);
    return rest.post("/bulk", body, "changed");
  }

  /** Returns {@code verdict} (ADDED or EXISTS) and the {@code id}. */
  public ObjectNode add(ObjectNode task) {
    return rest.post("/tasks", task, "verdict");
  }

  /** Returns {@code verdict}: AWAITED or KEPT. */
  public ObjectNode signal(UUID id, ObjectNode signal) {
    return rest.post("/tasks/" + id + "/signals", signal, "verdict");
  }

  public ObjectNode pauses() {
    return rest.get("/pauses", Map.of(), "items");
  }

  /** Returns {@code changed}: false if it was paused already. */
  public ObjectNode pause(Pause pause, String reason, boolean unknown) {
    ObjectNode body = named(pause).put("unknown", unknown);
    Json.put(body, "reason", reason);
    return rest.post("/pauses", body, "changed");
  }

  /** Returns {@code changed}: false if no such pause exists. */
  public ObjectNode resume(Pause pause) {
    return rest.post("/pauses/resume", named(pause), "changed");
  }

  private static ObjectNode named(Pause pause) {
    ObjectNode body = Json.object();
    Json.put(body, "bucket", pause.bucket());
    Json.put(body, "type", pause.type());
    Json.put(body, "key", pause.key());
    return body;
  }

  public ObjectNode schedules(@Nullable String after, int limit) {
    return rest.get("/schedules", paged(new LinkedHashMap<>(), after, limit), "items");
  }

  public ObjectNode schedule(String name) {
    return rest.get(path(name), Map.of(), "name");
  }

  /** Adds the schedule, or changes the one with this name. */
  public ObjectNode putSchedule(String name, ObjectNode definition) {
    return rest.put(path(name), definition, "name");
  }

  /**
   * Changes a schedule.
   *
   * @param verb run, pause, resume, end or remove
   */
  public ObjectNode changeSchedule(String name, String verb) {
    return verb.equals("remove")
        ? rest.delete(path(name), "removed")
        : rest.post(path(name) + "/" + verb, Json.object(), "name");
  }

  private static String path(String schedule) {
    return "/schedules/" + RestCalls.part(schedule);
  }

  /** Returns the overview, which shows whether anything is wrong. */
  public ObjectNode overview() {
    return rest.get("/overview", Map.of(), "trouble");
  }

  /** Returns {@code items}: errors by standing, type and cause. */
  public ObjectNode errors(@Nullable String type) {
    Map<String, List<String>> terms = new LinkedHashMap<>();
    put(terms, "type", type);
    return rest.get("/errors", terms, "items");
  }

  /** Returns {@code causes}: the number of causes that were muted. */
  public ObjectNode mute(ObjectNode group) {
    return rest.post("/errors/mute", group, "causes");
  }

  /** Returns {@code causes}: the number of causes that were unmuted. */
  public ObjectNode unmute(ObjectNode group) {
    return rest.post("/errors/unmute", group, "causes");
  }

  /** Returns the {@code name} of the problem that was acknowledged. */
  public ObjectNode acknowledge(ObjectNode problem) {
    return rest.post("/acknowledgements", problem, "name");
  }

  /** Returns the {@code name} of the problem whose acknowledgement was withdrawn. */
  public ObjectNode withdrawAcknowledgement(ObjectNode problem) {
    return rest.post("/acknowledgements/withdraw", problem, "name");
  }

  /** Returns {@code items} by bucket, type and status. */
  public ObjectNode counts() {
    return rest.get("/counts", Map.of(), "items");
  }

  /** Returns {@code items}: the cluster limits that are in use. */
  public ObjectNode limits() {
    return rest.get("/limits", Map.of(), "items");
  }

  /** Returns {@code items}: the numbers that can be set at run time, with their current values. */
  public ObjectNode overrides() {
    return rest.get("/overrides", Map.of(), "items");
  }

  /**
   * Returns {@code before} and {@code after}. A missing member means that the code's number
   * applies.
   */
  public ObjectNode override(ObjectNode change) {
    return rest.post("/overrides", change, "dryRun");
  }

  /**
   * Removes an override, so that the value in the code applies again. Returns {@code before} and
   * {@code after}, as {@link #override} does.
   */
  public ObjectNode resetOverride(ObjectNode change) {
    return rest.post("/overrides/reset", change, "dryRun");
  }

  public ObjectNode nodes() {
    return rest.get("/nodes", Map.of(), "items");
  }

  public ObjectNode databaseWarnings() {
    return rest.get("/database", Map.of(), "items");
  }

  /** Accepts the database server. The node refuses this if it has no OLDER_SERVER warning. */
  public ObjectNode acceptDatabase(String reason) {
    return rest.post("/database/accept", Json.object().put("reason", reason), "items");
  }

  public ObjectNode audit(AuditQuery query, @Nullable String after, int limit) {
    Map<String, List<String>> terms = new LinkedHashMap<>();
    put(terms, "task", query.task());
    put(terms, "actor", query.actor());
    put(terms, "from", query.from());
    put(terms, "to", query.to());
    return rest.get("/audit", paged(terms, after, limit), "items");
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
    rest.close();
  }
}
