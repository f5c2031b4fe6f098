package dev.baton.management.rest.request;

import dev.baton.management.http.Response;
import dev.baton.task.Bytes;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads and writes JSON. Numbers keep all their digits. */
public final class Json {
  public static final String TYPE = "application/json";

  /**
   * Maximum depth of a value. It is less than Jackson's limit, because the value is nested deeper
   * in a response, which must be readable, too.
   */
  private static final int MAX_DEPTH = StreamReadConstraints.DEFAULT_MAX_DEPTH - 20;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private Json() {}

  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  public static ArrayNode array() {
    return MAPPER.createArrayNode();
  }

  /** Returns the parsed value, or null if the text isn't JSON. */
  public static @Nullable JsonNode read(byte[] text) {
    try {
      return MAPPER.readTree(text);
    } catch (JacksonException | NumberFormatException broken) {
      // NumberFormatException is thrown for an exponent that is out of range.
      return null;
    }
  }

  /** Returns whether the text is exactly one object or array, without building it. */
  public static boolean isStructure(byte[] text) {
    try (JsonParser parser = MAPPER.createParser(text)) {
      JsonToken first = parser.nextToken();
      return first != null
          && first.isStructStart()
          && parser.skipChildren() != null
          && parser.nextToken() == null;
    } catch (JacksonException broken) {
      return false;
    }
  }

  public static Bytes write(JsonNode node) {
    return Bytes.of(MAPPER.writeValueAsBytes(node));
  }

  /** Returns a successful response. */
  public static Response answer(JsonNode node) {
    return Response.of(200, TYPE, write(node));
  }

  /** Puts a value; leaves out null. */
  public static void put(ObjectNode node, String name, @Nullable Object value) {
    if (value == null) {
      return;
    }
    if (value instanceof JsonNode json) {
      node.set(name, json);
    } else if (value instanceof Integer number) {
      node.put(name, number);
    } else if (value instanceof Long number) {
      node.put(name, number);
    } else if (value instanceof Double number) {
      node.put(name, number);
    } else if (value instanceof Boolean truth) {
      node.put(name, truth);
    } else if (value instanceof String
        || value instanceof Instant
        || value instanceof Duration
        || value instanceof UUID
        || value instanceof Enum<?>) {
      node.put(name, value.toString());
    } else {
      throw new IllegalArgumentException("No JSON form for " + value.getClass().getName());
    }
  }

  public static ArrayNode strings(Iterable<?> values) {
    ArrayNode array = array();
    values.forEach(value -> array.add(value.toString()));
    return array;
  }
}
