package dev.baton.management.rest.request;

import dev.baton.management.http.PercentEncoded;
import dev.baton.management.rest.request.HttpProblem.FieldError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads the parameters of a request as they are declared, and reports all errors at once. Used
 * once.
 */
public final class Reading {
  /**
   * Maximum number of reported errors. A caller corrects fewer at a time, and an error is much
   * larger than the field that caused it.
   */
  private static final int MAX_ERRORS = 20;

  private final List<FieldError> errors = new ArrayList<>();

  private Reading() {}

  /** Reads the query of a URL. */
  public static Input query(List<Field> declared, @Nullable String query) {
    Reading reading = new Reading();
    TreeMap<String, List<String>> said = new TreeMap<>();
    for (String pair : query == null || query.isEmpty() ? new String[0] : query.split("&")) {
      int equals = pair.indexOf('=');
      String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
      String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
      said.computeIfAbsent(name, ignored -> new ArrayList<>()).add(value);
    }
    return reading.done(reading.words(declared, said), declared, said.keySet(), "");
  }

  /** Reads a body; null for none. */
  public static Input body(List<Field> declared, @Nullable JsonNode body) {
    Reading reading = new Reading();
    if (body != null && !body.isObject()) {
      throw new HttpProblem(400, "The body should be a JSON object");
    }
    JsonNode object = body == null ? Json.object() : body;
    Map<String, Object> values = reading.object(declared, object, "");
    return reading.done(values, declared, object.propertyNames(), "");
  }

  private Input done(
      Map<String, Object> values, List<Field> declared, Iterable<String> sent, String where) {
    Input input = checked(values, declared, sent, where);
    if (!errors.isEmpty()) {
      throw HttpProblem.fields(errors);
    }
    return input;
  }

  private Input checked(
      Map<String, Object> values, List<Field> declared, Iterable<String> sent, String where) {
    List<String> known = declared.stream().map(Field::name).toList();
    for (String name : sent) {
      if (!known.contains(name)) {
        wrong(where + shortened(name), "is unknown; known fields are " + String.join(", ", known));
      }
    }
    for (Field field : declared) {
      String name = where + field.name();
      boolean isWrong = errors.stream().anyMatch(error -> error.field().equals(name));
      if (field.required() && !values.containsKey(field.name()) && !isWrong) {
        wrong(name, "is missing");
      }
    }
    return new Input(values);
  }

  private Map<String, Object> words(List<Field> declared, Map<String, List<String>> said) {
    TreeMap<String, Object> values = new TreeMap<>();
    for (Field field : declared) {
      List<String> texts = said.get(field.name());
      if (texts == null) {
        continue;
      }
      if (field.list()) {
        // A label's value can contain a comma, so it isn't split.
        put(values, field, field.name(), field.kind() == Kind.LABEL ? texts : several(texts));
      } else if (texts.size() > 1) {
        wrong(field.name(), "is given more than once");
      } else if (!texts.get(0).isEmpty() || field.kind() == Kind.TEXT) {
        // A form sends empty fields for missing values. Only an empty text is a value: an empty key
        // means no key.
        put(values, field, field.name(), texts.get(0));
      }
    }
    return values;
  }

  private static List<String> several(List<String> texts) {
    return texts.stream()
        .flatMap(text -> Arrays.stream(text.split(",")))
        .filter(text -> !text.isEmpty())
        .toList();
  }

  private Map<String, Object> object(List<Field> declared, JsonNode object, String where) {
    TreeMap<String, Object> values = new TreeMap<>();
    for (Field field : declared) {
      JsonNode value = object.get(field.name());
      String name = where + field.name();
      if (value == null || (value.isNull() && field.kind() != Kind.JSON)) {
        continue;
      }
      if (field.kind() == Kind.JSON) {
        values.put(field.name(), value);
      } else if (field.kind() == Kind.OBJECT) {
        inner(values, field, name, value);
      } else if (field.list() && value.isArray()) {
        some(values, field, name, value.valueStream().map(Reading::word).toList());
      } else if (field.list()) {
        List<String> one = List.of(word(value));
        some(values, field, name, field.kind() == Kind.LABEL ? one : several(one));
      } else {
        scalar(values, field, name, value);
      }
    }
    return values;
  }

  private void inner(Map<String, Object> values, Field field, String name, JsonNode value) {
    if (!value.isObject()) {
      wrong(name, "should be an object");
      return;
    }
    Map<String, Object> parts = object(field.parts(), value, name + ".");
    values.put(field.name(), checked(parts, field.parts(), value.propertyNames(), name + "."));
  }

  /** Rejects an empty list, because a list that was computed wrongly must not select everything. */
  private void some(Map<String, Object> values, Field field, String name, List<String> said) {
    if (said.isEmpty()) {
      wrong(name, "is empty: leave it out to allow any value");
    } else {
      put(values, field, name, said);
    }
  }

  private void scalar(Map<String, Object> values, Field field, String name, JsonNode value) {
    boolean fits =
        switch (field.kind()) {
          case INTEGER -> value.isIntegralNumber();
          case TRUTH -> value.isBoolean();
          default -> value.isString();
        };
    if (fits) {
      put(values, field, name, word(value));
    } else {
      wrong(name, "should be " + field.kind().expected());
    }
  }

  private void put(Map<String, Object> values, Field field, String name, Object said) {
    try {
      if (said instanceof List<?> several) {
        if (several.size() > field.range().most()) {
          throw new IllegalArgumentException(
              "may have at most " + field.range().most() + " values");
        }
        List<Object> read = new ArrayList<>();
        several.forEach(one -> read.add(field.read(one.toString())));
        if (!read.isEmpty()) {
          values.put(field.name(), List.copyOf(read));
        }
      } else {
        values.put(field.name(), field.read(said.toString()));
      }
    } catch (IllegalArgumentException wrong) {
      wrong(name, String.valueOf(wrong.getMessage()));
    }
  }

  private void wrong(String name, String why) {
    if (errors.size() < MAX_ERRORS) {
      errors.add(new FieldError(name, why));
    }
  }

  private static String word(JsonNode value) {
    return value.isString() ? value.stringValue() : value.toString();
  }

  private static String decoded(String text) {
    try {
      return PercentEncoded.read(text);
    } catch (IllegalArgumentException broken) {
      throw new HttpProblem(400, "The query isn't percent-encoded correctly");
    }
  }

  private static String shortened(String name) {
    return name.length() <= 80 ? name : name.substring(0, 80) + "...";
  }
}
