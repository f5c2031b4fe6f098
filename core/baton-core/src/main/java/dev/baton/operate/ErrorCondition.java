package dev.baton.operate;

import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A condition on a task's error. Immutable.
 *
 * @param text text that the error must contain; null for any
 * @param cause id of the error's cause; null for any
 * @param shown converts a stored error to the text that is compared, for example to redact it
 */
public record ErrorCondition(
    @Nullable String text, @Nullable String cause, UnaryOperator<String> shown) {
  static final ErrorCondition ANY = new ErrorCondition(null, null, UnaryOperator.identity());

  /** Returns whether every error matches. The search then doesn't read errors. */
  public boolean isAny() {
    return text == null && cause == null;
  }

  /** Returns whether this error matches. */
  public boolean fits(String error) {
    String seen = shown.apply(error);
    return (text == null || lower(seen).contains(lower(text)))
        && (cause == null || ErrorCause.of(seen).id().equals(cause));
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
