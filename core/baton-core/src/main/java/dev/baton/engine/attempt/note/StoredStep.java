package dev.baton.engine.attempt.note;

import dev.baton.task.Bytes;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A step of a workflow, as the store keeps it.
 *
 * <p>The note of a step has its number and its name as key: {@code 004 charge}. A result that is
 * too large for one note is split into parts: {@code 004/001}.
 *
 * @param number the place of the step in the workflow, from 0
 */
public record StoredStep(int number, String name, Form form, Bytes content) {
  private static final int NUMBER_LENGTH = 3;
  private static final Pattern NUMBERED = Pattern.compile("^\\d{3}[ /]");
  private static final String SIGNAL = "awaitSignal(";

  /** The kind and progress of a step. */
  public enum Form {
    /** The step has its result. */
    DONE('='),
    /** The step has failed for the last time, and the handler continued. */
    FAILED('!'),
    /**
     * The step waits for its next try. The content is the number of tries so far and the earliest
     * time of the next one.
     */
    RETRIES('~'),
    /** The step sleeps until the stored time. */
    SLEEPS('@'),
    /** The step has got its signal, or its timeout is over. */
    SIGNALLED('?'),
    /** The step waits for its children. Their ids are stored, one on each line. */
    CALLS('*'),
    /**
     * The children have ended. The number of parts with their results is stored, then their ids.
     */
    CALLED('+'),
    /**
     * A child has not ended as DONE. Its id, type, end and error are stored on a line each; the
     * handler continued.
     */
    NOT_DONE('-'),
    /** This node can't read the step. This form is never stored. */
    UNKNOWN(' ');

    private final char code;

    Form(char code) {
      this.code = code;
    }

    private static Form of(byte code) {
      for (Form form : values()) {
        if (form.code == code && form != UNKNOWN) {
          return form;
        }
      }
      throw new IllegalStateException("A stored step has the unknown form " + code);
    }
  }

  /** Returns whether this is the key of a workflow's step, or of a part of its result. */
  public static boolean isKey(String key) {
    return NUMBERED.matcher(key).find();
  }

  /** Returns whether this key of a workflow's step is the key of a part of its result. */
  public static boolean isPart(String key) {
    return key.charAt(NUMBER_LENGTH) == '/';
  }

  /** Returns the step with this key, which is not the key of a part. */
  public static StoredStep of(String key, Bytes value) {
    byte[] all = value.toArray();
    return new StoredStep(
        Integer.parseInt(key.substring(0, NUMBER_LENGTH)),
        key.substring(NUMBER_LENGTH + 1),
        Form.of(all[0]),
        Bytes.of(Arrays.copyOfRange(all, 1, all.length)));
  }

  /** Returns the step with this key; of the form UNKNOWN if this node can't read it. */
  public static StoredStep orUnknown(String key, Bytes value) {
    try {
      StoredStep step = of(key, value);
      step.children();
      step.until();
      step.signal();
      return step;
    } catch (RuntimeException unreadable) {
      // A newer node has stored it, or a handler that is no workflow.
      int number = Integer.parseInt(key.substring(0, NUMBER_LENGTH));
      return new StoredStep(number, key.substring(NUMBER_LENGTH + 1), Form.UNKNOWN, Bytes.of(""));
    }
  }

  /** Returns the first three characters of the keys of a step. */
  public static String number(int number) {
    return "%03d".formatted(number);
  }

  String key() {
    return number(number) + " " + name;
  }

  static String part(int number, int part) {
    return number(number) + "/" + number(part);
  }

  /** Returns the form and content, as they are stored. */
  Bytes value() {
    ByteArrayOutputStream value = new ByteArrayOutputStream(1 + content.length());
    value.write(form.code);
    value.writeBytes(content.toArray());
    return Bytes.of(value.toByteArray());
  }

  /** Returns the name of the step that awaits this signal. */
  public static String signalStep(String signal) {
    return SIGNAL + signal + ")";
  }

  /** Returns whether this node can't read the step. */
  public boolean isUnknown() {
    return form == Form.UNKNOWN;
  }

  /** Returns the signal that this step has awaited; null for other steps. */
  public @Nullable String signal() {
    return form == Form.SIGNALLED ? name.substring(SIGNAL.length(), name.length() - 1) : null;
  }

  /** Returns the ids of the children that this step has called. */
  public List<UUID> children() {
    Stream<String> lines = content.toText().lines();
    return switch (form) {
      case CALLS -> lines.map(UUID::fromString).toList();
      case CALLED -> lines.skip(1).map(UUID::fromString).toList();
      case NOT_DONE -> lines.limit(1).map(UUID::fromString).toList();
      case DONE, FAILED, RETRIES, SLEEPS, SIGNALLED, UNKNOWN -> List.of();
    };
  }

  /** Returns the earliest end of the sleep, or of the pause before the next try; null if none. */
  public @Nullable Instant until() {
    return switch (form) {
      case SLEEPS -> Instant.parse(content.toText());
      case RETRIES -> Instant.parse(content.toText().split(" ", 2)[1]);
      case DONE, FAILED, SIGNALLED, CALLS, CALLED, NOT_DONE, UNKNOWN -> null;
    };
  }
}
