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

/** JSON as it is read and written here: numbers keep all their digits. */
public final class Json {
  public static final String TYPE = "application/json";

  /** What is read stands deeper in an answer, which must not be too deep to be read itself. */
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

  /** The value that was written so; null when it is no JSON. */
  public static @Nullable JsonNode read(byte[] text) {
    try {
      return MAPPER.readTree(text);
    } catch (JacksonException | NumberFormatException broken) {
      // The latter for an exponent beyond all bounds.
      return null;
    }
  }

  /** Whether it is one object or array, and nothing else; read without being built. */
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

  /** A good answer. */
  public static Response answer(JsonNode node) {
    return Response.of(200, TYPE, write(node));
  }

  /** Leaves out what isn't there. */
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
      throw new IllegalArgumentException("No JSON for a " + value.getClass().getName());
    }
  }

  public static ArrayNode strings(Iterable<?> values) {
    ArrayNode array = array();
    values.forEach(value -> array.add(value.toString()));
    return array;
  }
}
