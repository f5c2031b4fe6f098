package dev.baton.management.rest.request;

import dev.baton.operate.Cursor;
import dev.baton.task.internal.Texts;
import dev.baton.task.row.Labels;
import dev.baton.task.row.When;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/** The kind of value of a field, and its text form. */
public enum Kind {
  TEXT("string", ""),
  /** A text that isn't used for searching, so it can contain any character. */
  CONTENT("string", ""),
  ID("string", "uuid"),
  INSTANT("string", "date-time"),
  DURATION("string", "duration"),
  CURSOR("string", ""),
  /** A label in the form name=value. */
  LABEL("string", ""),
  INTEGER("integer", "int64"),
  TRUTH("boolean", ""),
  /** One of a few words. */
  CHOICE("string", ""),
  /** Any JSON value. */
  JSON("", ""),
  OBJECT("object", "");

  private final String type;
  private final String format;

  Kind(String type, String format) {
    this.type = type;
    this.format = format;
  }

  /** Returns the JSON Schema type, or an empty text for any. */
  public String type() {
    return type;
  }

  public String format() {
    return format;
  }

  /**
   * Reads a value.
   *
   * @throws IllegalArgumentException if the value is invalid; the message says what is expected
   */
  public Object read(String text) {
    try {
      return switch (this) {
        case TEXT -> distinct(text);
        case CONTENT -> whole(text);
        case CHOICE -> text;
        case ID -> UUID.fromString(requireLength(text, 36));
        case INSTANT -> When.at(Instant.parse(text)).from(Instant.EPOCH);
        case DURATION -> delay(Duration.parse(text));
        case CURSOR -> byId(Cursor.parse(text));
        case LABEL -> label(text);
        case INTEGER -> Long.parseLong(text);
        case TRUTH -> truth(text);
        case JSON, OBJECT -> throw new IllegalStateException(this + " has no text form");
      };
    } catch (DateTimeException | IllegalArgumentException unreadable) {
      throw new IllegalArgumentException("should be " + expected(), unreadable);
    }
  }

  public String expected() {
    return switch (this) {
      case TEXT -> "a text without the character NUL or half a surrogate pair";
      case CONTENT -> "a text without half a surrogate pair";
      case CHOICE -> "a text";
      case ID -> "a UUID";
      case INSTANT -> "an instant such as 2026-01-31T12:00:00Z";
      case DURATION -> "a duration such as PT5S, not negative";
      case LABEL -> "a label such as partner=acme";
      case CURSOR -> "the next of the previous page";
      case INTEGER -> "a whole number";
      case TRUTH -> "true or false";
      case JSON -> "JSON";
      case OBJECT -> "an object";
    };
  }

  private static Map.Entry<String, String> label(String text) {
    int equals = text.indexOf('=');
    if (equals < 0) {
      throw new IllegalArgumentException("no name");
    }
    Labels.require(text.substring(0, equals), text.substring(equals + 1));
    return Map.entry(text.substring(0, equals), text.substring(equals + 1));
  }

  /**
   * Rejects characters that a database would change or can't store, because a name must stay
   * distinct.
   */
  private static String distinct(String text) {
    Texts.requireDistinct("A text", text);
    return text;
  }

  /** Rejects a text that UTF-8 can't encode. */
  private static String whole(String text) {
    Texts.requireDistinct("A text", text.replace("\0", ""));
    return text;
  }

  private static Cursor byId(Cursor cursor) {
    // Throws if this is the cursor of a list that is ordered by name.
    cursor.id();
    return cursor;
  }

  private static String requireLength(String text, int length) {
    if (text.length() != length) {
      throw new IllegalArgumentException("not " + length + " characters");
    }
    return text;
  }

  private static Duration delay(Duration duration) {
    return ((When.In) When.in(duration)).delay();
  }

  private static Boolean truth(String text) {
    return switch (text) {
      case "true" -> Boolean.TRUE;
      case "false" -> Boolean.FALSE;
      default -> throw new IllegalArgumentException(text);
    };
  }
}
