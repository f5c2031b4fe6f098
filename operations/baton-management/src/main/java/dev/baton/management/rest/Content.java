package dev.baton.management.rest;

import dev.baton.management.rest.request.Json;
import dev.baton.task.Bytes;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Shows bytes of unknown content as JSON, text or base64. */
final class Content {
  private static final int MAX_SHOWN_BYTES = 256 * 1024;

  private Content() {}

  /** Returns the view of a payload that was removed when its task finished. */
  static ObjectNode cleared() {
    return Json.object().put("form", "CLEARED").put("size", 0).put("truncated", false);
  }

  /** Returns the view of the bytes, or of none if the bytes are null. */
  static ObjectNode of(@Nullable Bytes bytes) {
    if (bytes == null) {
      return Json.object().put("form", "NONE").put("size", 0).put("truncated", false);
    }
    int size = bytes.length();
    boolean truncated = size > MAX_SHOWN_BYTES;
    // Decodes only the bytes that are shown.
    byte[] shown = truncated ? bytes.beginning(MAX_SHOWN_BYTES) : bytes.toArray();
    ObjectNode node = Json.object().put("size", size).put("truncated", truncated);
    String text = text(shown, truncated);
    if (text == null) {
      return node.put("form", "BYTES").put("base64", Base64.getEncoder().encodeToString(shown));
    }
    JsonNode json = truncated ? null : Json.read(shown);
    boolean isJson = json != null && !json.isMissingNode();
    node.put("form", isJson ? "JSON" : "TEXT").put("text", text);
    if (isJson) {
      node.set("json", json);
    }
    return node;
  }

  /**
   * Returns whether the bytes are a JSON object or array, which JSON codecs write for most classes.
   */
  static boolean isJsonStructure(@Nullable Bytes bytes) {
    return bytes != null && Json.isStructure(bytes.toArray());
  }

  /** Returns the bytes as text, or null if they aren't readable UTF-8. */
  private static @Nullable String text(byte[] bytes, boolean truncated) {
    CharBuffer text = CharBuffer.allocate(bytes.length);
    // The last character of a cut text may be incomplete: it is left out.
    CoderResult result =
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes), text, !truncated);
    text.flip();
    return result.isError() || text.chars().anyMatch(Content::isUnreadable)
        ? null
        : text.toString();
  }

  private static boolean isUnreadable(int character) {
    return character < ' ' && character != '\n' && character != '\r' && character != '\t';
  }
}
