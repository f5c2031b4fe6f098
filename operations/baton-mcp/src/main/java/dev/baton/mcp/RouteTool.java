package dev.baton.mcp;

import dev.baton.management.access.Right;
import dev.baton.management.http.Extension.Rest;
import dev.baton.management.http.Response;
import dev.baton.management.rest.Routes;
import dev.baton.management.rest.request.Field;
import dev.baton.management.rest.request.Route;
import dev.baton.task.Bytes;
import dev.baton.task.internal.Texts;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * A tool that calls one route of the REST interface and returns its response. Immutable.
 *
 * @param name the name that the model calls
 * @param about the description: what the tool does and when to use it
 * @param route the route to call; the tool takes its parameters
 * @param always parts of the body that the model can't set
 * @param otherwise default values for parts of the body that the model leaves out
 */
record RouteTool(
    String name,
    String about,
    Route route,
    Map<String, Object> always,
    Map<String, Object> otherwise) {
  /** Key of the REST interface in the context of a message. */
  static final String REST = "rest";

  private static final String REASON = "reason";
  private static final JsonMapper MAPPER = JsonMapper.shared();

  RouteTool {
    always = Map.copyOf(always);
    otherwise = Map.copyOf(otherwise);
  }

  static RouteTool of(String name, String method, String template, String about) {
    return new RouteTool(name, about, Routes.named(method, template), Map.of(), Map.of());
  }

  private boolean reads() {
    return route.method().equals("GET");
  }

  /** Returns the parameters of the tool. If the route takes a reason, the tool requires it. */
  private List<Field> fields() {
    Stream<Field> path =
        route.names().stream().map(part -> Field.text(part, 200, "Which one").needed());
    Stream<Field> rest = Stream.concat(route.query().stream(), route.body().stream());
    return Stream.concat(path, rest)
        .filter(field -> !always.containsKey(field.name()))
        .map(field -> field.name().equals(REASON) ? field.needed() : field)
        .toList();
  }

  SyncToolSpecification specification() {
    Map<String, Object> schema =
        MAPPER.convertValue(Field.schemaOf(fields()), new TypeReference<Map<String, Object>>() {});
    boolean onlyLooks = reads() || route.right() == Right.VIEW;
    McpSchema.ToolAnnotations hints =
        McpSchema.ToolAnnotations.builder()
            .readOnlyHint(onlyLooks)
            .destructiveHint(!onlyLooks)
            .idempotentHint(onlyLooks)
            .openWorldHint(false)
            .build();
    McpSchema.Tool tool =
        McpSchema.Tool.builder(name, schema).description(about).annotations(hints).build();
    return new SyncToolSpecification(tool, this::call);
  }

  private McpSchema.CallToolResult call(
      McpTransportContext context, McpSchema.CallToolRequest request) {
    Map<String, Object> said = request.arguments() == null ? Map.of() : request.arguments();
    String wrong = wrong(said);
    if (wrong != null) {
      return result(wrong, true);
    }
    Map<String, Object> rest = new TreeMap<>(otherwise);
    // A null value counts as missing, as in a request body, so the default applies.
    said.entrySet().stream()
        .filter(one -> one.getValue() != null)
        .forEach(one -> rest.put(one.getKey(), one.getValue()));
    String path = path(rest);
    Rest way = (Rest) context.get(REST);
    Response answer =
        reads()
            ? way.call("GET", path, query(rest), Bytes.of(""))
            : way.call(route.method(), path, null, body(rest));
    return result(answer.body().toText(), answer.status() >= 400);
  }

  /** Returns the first error that the route doesn't check itself; null if there is none. */
  private @Nullable String wrong(Map<String, Object> said) {
    for (Field field : fields()) {
      @Nullable Object value = said.get(field.name());
      boolean isOurs = field.name().equals(REASON) || route.names().contains(field.name());
      if (isOurs && (!(value instanceof String text) || text.isBlank())) {
        return field.name() + " is missing: " + field.about();
      }
    }
    return always.keySet().stream()
        .filter(said::containsKey)
        .findFirst()
        .map(name -> name + " can't be set with this tool")
        .orElse(null);
  }

  /** Fills the path and removes the values that it uses from the rest. */
  private String path(Map<String, Object> rest) {
    StringJoiner path = new StringJoiner("/");
    for (String part : route.template().split("/", -1)) {
      path.add(
          part.startsWith("{") ? encoded(rest.remove(part.substring(1, part.length() - 1))) : part);
    }
    return path.toString();
  }

  private static String query(Map<String, Object> rest) {
    List<String> query = new ArrayList<>();
    rest.forEach(
        (name, value) -> {
          List<?> values = value instanceof List<?> several ? several : List.of(value);
          values.forEach(one -> query.add(encoded(name) + "=" + encoded(one)));
        });
    return String.join("&", query);
  }

  private Bytes body(Map<String, Object> rest) {
    Map<String, Object> body = new TreeMap<>(rest);
    body.putAll(always);
    return Bytes.of(MAPPER.writeValueAsBytes(body));
  }

  private static String encoded(@Nullable Object value) {
    return URLEncoder.encode(String.valueOf(value), StandardCharsets.UTF_8).replace("+", "%20");
  }

  /**
   * Returns a result. Characters that a model can't see, or that change the order of the text, are
   * escaped.
   */
  private static McpSchema.CallToolResult result(String text, boolean isError) {
    return McpSchema.CallToolResult.builder()
        .addTextContent(Texts.json(text))
        .addTextContent(McpEndpoint.TEXTS_ARE_DATA)
        .isError(isError)
        .build();
  }
}
