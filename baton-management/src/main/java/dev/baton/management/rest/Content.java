package dev.baton.management.rest;

import dev.baton.task.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Bytes of which nobody says what they are, as they are best shown. */
final class Content {
  private static final int MOST_SHOWN = 256 * 1024;

  private Content() {}

  /** Null where there is none. */
  static ObjectNode of(@Nullable Bytes bytes) {
    if (bytes == null) {
      return Json.object().put("form", "NONE").put("size", 0).put("truncated", false);
    }
    byte[] all = bytes.toArray();
    boolean truncated = all.length > MOST_SHOWN;
    ObjectNode node = Json.object().put("size", all.length).put("truncated", truncated);
    String text = text(all);
    if (text == null) {
      byte[] shown = truncated ? Arrays.copyOf(all, MOST_SHOWN) : all;
      return node.put("form", "BYTES").put("base64", Base64.getEncoder().encodeToString(shown));
    }
    JsonNode json = Json.read(all);
    boolean isJson = json != null && !json.isMissingNode();
    node.put("form", isJson ? "JSON" : "TEXT").put("text", beginning(text));
    if (json != null && isJson && !truncated) {
      node.set("json", json);
    }
    return node;
  }

  /** Whether an object or an array stands there: what a codec of JSON writes for most classes. */
  static boolean isJsonStructure(@Nullable Bytes bytes) {
    JsonNode json = bytes == null ? null : Json.read(bytes.toArray());
    return json != null && json.isContainer();
  }

  /** Null when it isn't a text that people could read. */
  private static @Nullable String text(byte[] bytes) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.chars().anyMatch(Content::isUnreadable) ? null : text;
    } catch (CharacterCodingException noText) {
      return null;
    }
  }

  private static boolean isUnreadable(int character) {
    return character < ' ' && character != '\n' && character != '\r' && character != '\t';
  }

  private static String beginning(String text) {
    if (text.length() <= MOST_SHOWN) {
      return text;
    }
    boolean cutsAPair = Character.isHighSurrogate(text.charAt(MOST_SHOWN - 1));
    return text.substring(0, cutsAPair ? MOST_SHOWN - 1 : MOST_SHOWN);
  }
}
