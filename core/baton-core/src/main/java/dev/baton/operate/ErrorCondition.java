package dev.baton.operate;

import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Which errors are looked for. Immutable.
 *
 * @param text what they have; null for any
 * @param cause the id of what they are about; null for any
 * @param shown makes of an error what is compared
 */
public record ErrorCondition(
    @Nullable String text, @Nullable String cause, UnaryOperator<String> shown) {
  static final ErrorCondition ANY = new ErrorCondition(null, null, UnaryOperator.identity());

  /** Whether no error need be read. */
  public boolean isAny() {
    return text == null && cause == null;
  }

  public boolean fits(String error) {
    String seen = shown.apply(error);
    return (text == null || lower(seen).contains(lower(text)))
        && (cause == null || ErrorCause.of(seen).id().equals(cause));
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
