package dev.baton.cli;

import dev.baton.task.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/** Stored bytes as what they look like: JSON, text, or neither. */
final class StoredBytes {
  private StoredBytes() {}

  static ObjectNode json(Bytes bytes) {
    ObjectNode json = Json.object();
    byte[] raw = bytes.toArray();
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(raw)).toString();
    } catch (CharacterCodingException neither) {
      Json.put(json, "form", "BYTES");
      Json.put(json, "base64", Base64.getEncoder().encodeToString(raw));
      Json.put(json, "size", raw.length);
      return json;
    }
    Json.put(json, "form", isJson(text) ? "JSON" : "TEXT");
    Json.put(json, "text", text);
    Json.put(json, "size", raw.length);
    return json;
  }

  private static boolean isJson(String text) {
    try {
      Json.parse(text);
      return true;
    } catch (JacksonException notJson) {
      return false;
    }
  }
}
