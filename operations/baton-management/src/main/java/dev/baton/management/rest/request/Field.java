package dev.baton.management.rest.request;

import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A parameter of a route: a field of the query or of the body.
 *
 * @param range of a number; of a text's characters; of a list's entries
 * @param choices the allowed words
 * @param parts the fields of an object
 * @param list whether several values are allowed: in a query repeated or separated by commas, in a
 *     body as an array
 */
public record Field(
    String name,
    Kind kind,
    String about,
    boolean required,
    Range range,
    List<String> choices,
    List<Field> parts,
    boolean list) {
  private static final int LONGEST_TEXT = 500;

  /** A range that includes both ends. */
  public record Range(long least, long most) {
    static Range upTo(long most) {
      return new Range(0, most);
    }
  }

  public Field {
    choices = List.copyOf(choices);
    parts = List.copyOf(parts);
  }

  public static Field of(String name, Kind kind, String about) {
    return new Field(
        name, kind, about, false, Range.upTo(LONGEST_TEXT), List.of(), List.of(), false);
  }

  public static Field text(String name, int longest, String about) {
    return new Field(
        name, Kind.TEXT, about, false, Range.upTo(longest), List.of(), List.of(), false);
  }

  /** Returns a field for a payload, whose text is stored unchanged. */
  public static Field content(String name, int longest, String about) {
    return new Field(
        name, Kind.CONTENT, about, false, Range.upTo(longest), List.of(), List.of(), false);
  }

  public static Field integer(String name, long least, long most, String about) {
    return new Field(
        name, Kind.INTEGER, about, false, new Range(least, most), List.of(), List.of(), false);
  }

  public static Field choice(String name, List<String> choices, String about) {
    return new Field(
        name, Kind.CHOICE, about, false, Range.upTo(LONGEST_TEXT), choices, List.of(), false);
  }

  public static Field object(String name, List<Field> parts, String about) {
    return new Field(name, Kind.OBJECT, about, false, Range.upTo(0), List.of(), parts, false);
  }

  /** Returns the field as a required one. */
  public Field needed() {
    return new Field(name, kind, about, true, range, choices, parts, list);
  }

  /** Returns the field as a list with at most this many values. */
  public Field upTo(int times) {
    return new Field(
        name, kind, about, required, new Range(range.least, times), choices, parts, true);
  }

  /**
   * Reads a value.
   *
   * @throws IllegalArgumentException if the value is invalid; the message says what is expected
   */
  public Object read(String text) {
    Object value = kind.read(text);
    if ((kind == Kind.TEXT || kind == Kind.CONTENT) && text.length() > range.most) {
      throw new IllegalArgumentException("should have at most " + range.most + " characters");
    }
    if (kind == Kind.INTEGER && ((Long) value < range.least || (Long) value > range.most)) {
      throw new IllegalArgumentException("should be between " + range.least + " and " + range.most);
    }
    if (kind == Kind.CHOICE && !choices.contains(text)) {
      throw new IllegalArgumentException("should be one of " + String.join(", ", choices));
    }
    return value;
  }

  /** Returns the field's JSON Schema. */
  public ObjectNode schema() {
    ObjectNode one = kind == Kind.OBJECT ? schemaOf(parts) : word();
    if (list) {
      ObjectNode many = Json.object().put("type", "array");
      many.set("items", one);
      many.put("maxItems", range.most);
      one = many;
    }
    return one.put("description", about);
  }

  private ObjectNode word() {
    ObjectNode schema = Json.object();
    if (!kind.type().isEmpty()) {
      schema.put("type", kind.type());
    }
    if (!kind.format().isEmpty()) {
      schema.put("format", kind.format());
    }
    if (kind == Kind.INTEGER) {
      schema.put("minimum", range.least).put("maximum", range.most);
    }
    if ((kind == Kind.TEXT || kind == Kind.CONTENT) && !list) {
      schema.put("maxLength", range.most);
    }
    if (!choices.isEmpty()) {
      schema.set("enum", Json.strings(choices));
    }
    return schema;
  }

  /** Returns the schema of an object with exactly these fields. */
  public static ObjectNode schemaOf(List<Field> fields) {
    ObjectNode schema = Json.object().put("type", "object");
    schema.put("additionalProperties", false);
    ObjectNode properties = schema.putObject("properties");
    ArrayNode required = Json.array();
    for (Field field : fields) {
      properties.set(field.name(), field.schema());
      if (field.required()) {
        required.add(field.name());
      }
    }
    if (!required.isEmpty()) {
      schema.set("required", required);
    }
    return schema;
  }
}
