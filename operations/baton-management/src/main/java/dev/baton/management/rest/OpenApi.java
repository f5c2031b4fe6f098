package dev.baton.management.rest;

import dev.baton.management.rest.request.ApiContext;
import dev.baton.management.rest.request.Field;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.ProblemKind;
import dev.baton.management.rest.request.Route;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Builds the OpenAPI description from the table of routes, so the described parameters are the ones
 * that routes read. The responses are described in {@code answers.json}.
 */
final class OpenApi {
  private static final String ANSWERS = "answers.json";
  private static final String SCHEMAS = "#/components/schemas/";
  private static final String RESPONSES = "#/components/responses/";

  /** The problems that every route can return, and the further problems of changes. */
  private static final Map<String, String> PROBLEMS =
      new TreeMap<>(
          Map.of(
              "400", "A field is wrong, missing or unknown; the problem names the field",
              "401", "The caller is unknown",
              "403",
                  "The caller doesn't have the right, or a change has no header X-Requested-With",
              "404", "Not found",
              "409",
                  "The task has changed since it was read, or its status doesn't allow the"
                      + " change",
              "413", "The body is too large",
              "415", "The body isn't application/json",
              "503", "The database is unavailable or too busy; see Retry-After"));

  private OpenApi() {}

  static ObjectNode of(ApiContext site, List<Route> routes) {
    ObjectNode all = Json.object().put("openapi", "3.1.0");
    all.putObject("info")
        .put("title", "Baton management")
        .put("version", site.version())
        .put(
            "description",
            "Shows and changes tasks. Every response contains only what the caller may see.");
    all.putArray("servers").addObject().put("url", site.prefix() + "/api");
    ObjectNode paths = all.putObject("paths");
    for (Route route : routes) {
      String path = route.template().isEmpty() ? "/" : route.template();
      JsonNode there = paths.get(path);
      ObjectNode item = there instanceof ObjectNode known ? known : paths.putObject(path);
      item.set(route.method().toLowerCase(Locale.ROOT), operation(route));
    }
    ObjectNode components = all.putObject("components");
    components.set("schemas", answers());
    ObjectNode responses = components.putObject("responses");
    PROBLEMS.forEach(
        (status, about) ->
            responses.set(status, content(about, "application/problem+json", "Problem")));
    return all;
  }

  /** Returns the schemas of the responses by name. */
  static ObjectNode answers() {
    try (InputStream in = OpenApi.class.getResourceAsStream(ANSWERS)) {
      JsonNode read = in == null ? null : Json.read(in.readAllBytes());
      if (read instanceof ObjectNode schemas) {
        problemTypes(schemas);
        return schemas;
      }
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
    throw new IllegalStateException(ANSWERS + " is missing, or isn't a JSON object");
  }

  private static void problemTypes(ObjectNode schemas) {
    ObjectNode type = (ObjectNode) schemas.at("/Problem/properties/type");
    ArrayNode types = type.putArray("enum");
    for (ProblemKind kind : ProblemKind.values()) {
      types.add(kind.type());
    }
  }

  private static ObjectNode operation(Route route) {
    boolean reads = route.method().equals("GET");
    ObjectNode operation = Json.object().put("operationId", name(route));
    operation.put("summary", route.about());
    operation.put("description", right(route));
    operation.set("parameters", parameters(route, reads));
    if (!reads && !route.body().isEmpty()) {
      ObjectNode body = operation.putObject("requestBody");
      body.put("required", route.body().stream().anyMatch(Field::required));
      body.putObject("content").putObject(Json.TYPE).set("schema", Field.schemaOf(route.body()));
    }
    ObjectNode responses = operation.putObject("responses");
    responses.set("200", content("Done", Json.TYPE, route.answer()));
    for (String status : PROBLEMS.keySet()) {
      boolean ofChanges = List.of("409", "413", "415").contains(status);
      if (!ofChanges || !reads) {
        responses.putObject(status).put("$ref", RESPONSES + status);
      }
    }
    return operation;
  }

  private static String right(Route route) {
    return route.right() == null ? "For every known user" : "Needs the right " + route.right();
  }

  private static ArrayNode parameters(Route route, boolean reads) {
    ArrayNode parameters = Json.array();
    for (String name : route.names()) {
      parameters.add(
          parameter(name, "path", name.equals("id") ? "The task's id" : "The schedule's name", true)
              .set("schema", Json.object().put("type", "string")));
    }
    for (Field field : route.query()) {
      ObjectNode parameter =
          parameter(field.name(), "query", field.about(), field.required())
              .set("schema", field.schema());
      parameters.add(field.list() ? parameter.put("explode", false) : parameter);
    }
    if (!reads) {
      parameters.add(
          parameter(
                  "X-Requested-With",
                  "header",
                  "Any value; pages of other sites can't send it",
                  true)
              .set("schema", Json.object().put("type", "string")));
    }
    if (route.body().stream().anyMatch(field -> field.name().equals("version"))) {
      parameters.add(
          parameter("If-Match", "header", "The version that you read, such as \"7\"", false)
              .set("schema", Json.object().put("type", "string")));
    }
    return parameters;
  }

  private static ObjectNode parameter(String name, String in, String about, boolean required) {
    return Json.object()
        .put("name", name)
        .put("in", in)
        .put("description", about)
        .put("required", required);
  }

  private static ObjectNode content(String about, String type, @Nullable String schema) {
    ObjectNode response = Json.object().put("description", about);
    response.putObject("content").putObject(type).putObject("schema").put("$ref", SCHEMAS + schema);
    return response;
  }

  /** Returns the operation id, such as get-tasks-id-payload. */
  private static String name(Route route) {
    String words = (route.method() + route.template()).toLowerCase(Locale.ROOT);
    return words.replaceAll("[^a-z0-9]+", "-").replaceAll("-$", "");
  }
}
