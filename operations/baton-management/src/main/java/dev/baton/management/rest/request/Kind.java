package dev.baton.management.rest.request;

import dev.baton.operate.Cursor;
import dev.baton.task.internal.Labels;
import dev.baton.task.internal.Texts;
import dev.baton.task.internal.When;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/** What a field holds, and how it is written. */
public enum Kind {
  TEXT("string", ""),
  /** A text that nothing is found by: it may hold any character. */
  CONTENT("string", ""),
  ID("string", "uuid"),
  INSTANT("string", "date-time"),
  DURATION("string", "duration"),
  CURSOR("string", ""),
  /** A label, as name=value. */
  LABEL("string", ""),
  INTEGER("integer", "int64"),
  TRUTH("boolean", ""),
  /** Of a few words. */
  CHOICE("string", ""),
  /** Any JSON. */
  JSON("", ""),
  OBJECT("object", "");

  private final String type;
  private final String format;

  Kind(String type, String format) {
    this.type = type;
    this.format = format;
  }

  /** What JSON Schema calls it; empty where it is anything. */
  public String type() {
    return type;
  }

  public String format() {
    return format;
  }

  /**
   * What was written so.
   *
   * @throws IllegalArgumentException when it can't be; the message says what is expected
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
        case CURSOR -> Cursor.parse(text);
        case LABEL -> label(text);
        case INTEGER -> Long.parseLong(text);
        case TRUTH -> truth(text);
        case JSON, OBJECT -> throw new IllegalStateException(this + " isn't written as a word");
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
      case CURSOR -> "what the page before gave as its next";
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

  /** What databases keep as another character, or not at all, is no name and no reason. */
  private static String distinct(String text) {
    Texts.requireDistinct("A text", text);
    return text;
  }

  /** As UTF-8 can have it. */
  private static String whole(String text) {
    Texts.requireDistinct("A text", text.replace("\0", ""));
    return text;
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
