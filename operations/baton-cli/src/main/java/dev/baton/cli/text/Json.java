package dev.baton.cli.text;

import dev.baton.task.internal.Texts;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Builds and reads JSON. Leaves out members that have no value. */
public final class Json {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private Json() {}

  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  public static ArrayNode array() {
    return MAPPER.createArrayNode();
  }

  /** Returns a list and the cursor of its next page. */
  public static ObjectNode page(Collection<ObjectNode> items, @Nullable String next) {
    ObjectNode page = object();
    page.putArray("items").addAll(items);
    put(page, "next", next);
    return page;
  }

  /** Puts numbers and booleans as they are, and other values as text. */
  public static void put(ObjectNode object, String name, @Nullable Object value) {
    if (value instanceof Integer number) {
      object.put(name, number);
    } else if (value instanceof Long number) {
      object.put(name, number);
    } else if (value instanceof Boolean truth) {
      object.put(name, truth);
    } else if (value instanceof JsonNode node) {
      object.set(name, node);
    } else if (value != null) {
      object.put(name, value.toString());
    }
  }

  public static void putAll(ObjectNode object, String name, Collection<String> values) {
    ArrayNode array = object.putArray(name);
    values.forEach(array::add);
  }

  public static JsonNode parse(String text) {
    return MAPPER.readTree(text);
  }

  /** Returns indented JSON that is safe to print on a terminal. */
  public static String pretty(JsonNode node) {
    return Texts.json(MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node));
  }

  /** Returns the text of a member, or an empty text if the member is missing. */
  public static String text(JsonNode object, String name) {
    JsonNode value = object.path(name);
    return value.isMissingNode() || value.isNull()
        ? ""
        : value.isContainer() ? value.toString() : value.asString();
  }
}
