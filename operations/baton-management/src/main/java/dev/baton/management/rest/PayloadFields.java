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

/** A payload as it is written in a body: as JSON, as a text, or as bytes. */
final class PayloadFields {
  private static final int LONGEST = 64 * 1024 * 1024;

  private static final List<Field> FIELDS =
      List.of(
          Field.of("payload", Kind.JSON, "Any JSON; its numbers keep their digits"),
          Field.content("text", LONGEST, "A text, kept in UTF-8 exactly as it is"),
          Field.text("base64", LONGEST, "Bytes"));

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
   * Exactly one of them.
   *
   * @param where what stands before the fields' names in messages
   */
  static Bytes read(Input input, String where) {
    @Nullable JsonNode json = input.json("payload");
    @Nullable String text = input.text("text");
    @Nullable String base64 = input.text("base64");
    if (Stream.of("payload", "text", "base64").filter(input::has).count() != 1) {
      throw HttpProblem.field(where + "payload", "say one of payload, text and base64");
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

  /** Where an object or array stood, a text that is none would only fail when it is run. */
  static void requireJson(Input input, Bytes payload) {
    if (!input.has("base64") && !Content.isJsonStructure(payload)) {
      throw HttpProblem.field(
          input.has("text") ? "text" : "payload",
          "the old payload is a JSON object or array and this isn't; to store it all the same, say"
              + " it as base64");
    }
  }
}
