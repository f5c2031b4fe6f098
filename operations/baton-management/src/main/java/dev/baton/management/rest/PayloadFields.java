package dev.baton.management.rest;

import dev.baton.management.rest.request.Field;
import dev.baton.management.rest.request.HttpProblem;
import dev.baton.management.rest.request.Input;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Kind;
import dev.baton.task.Bytes;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads a payload from a body: as JSON, as a text, or as bytes. */
final class PayloadFields {
  private static final int LONGEST = 64 * 1024 * 1024;

  private static final List<Field> FIELDS =
      List.of(
          Field.of("payload", Kind.JSON, "Any JSON; its numbers keep their digits"),
          Field.content("text", LONGEST, "A text, stored as UTF-8 without changes"),
          Field.text("base64", LONGEST, "Bytes as base64"));

  private PayloadFields() {}

  static List<Field> with(Field... others) {
    List<Field> all = new ArrayList<>(FIELDS);
    all.addAll(List.of(others));
    return all;
  }

  static boolean isSaid(Input input) {
    return FIELDS.stream().anyMatch(field -> input.has(field.name()));
  }

  /**
   * Reads the payload, which must be in exactly one of the fields.
   *
   * @param where prefix of the fields' names in messages
   */
  static Bytes read(Input input, String where) {
    @Nullable JsonNode json = input.json("payload");
    @Nullable String text = input.text("text");
    @Nullable String base64 = input.text("base64");
    if (Stream.of("payload", "text", "base64").filter(input::has).count() != 1) {
      throw HttpProblem.field(where + "payload", "send exactly one of payload, text and base64");
    }
    if (json != null) {
      return Json.write(json);
    }
    if (text != null) {
      return Bytes.of(text);
    }
    try {
      return Bytes.of(Base64.getDecoder().decode(String.valueOf(base64)));
    } catch (IllegalArgumentException broken) {
      throw HttpProblem.field(where + "base64", "isn't base64");
    }
  }

  /**
   * Rejects a text in place of a JSON object or array, because the task would fail later, when it
   * runs.
   */
  static void requireJson(Input input, Bytes payload) {
    if (!input.has("base64") && !Content.isJsonStructure(payload)) {
      throw HttpProblem.field(
          input.has("text") ? "text" : "payload",
          "the old payload is a JSON object or array and this isn't; to store it anyway, send"
              + " it as base64");
    }
  }
}
