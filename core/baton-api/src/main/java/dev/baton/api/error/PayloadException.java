package dev.baton.api.error;

import org.jspecify.annotations.Nullable;

/** A payload or a result can't be written or read. Its message has nothing of the content. */
public abstract class PayloadException extends BatonException {
  private static final long serialVersionUID = 1L;

  /**
   * @param what says what is wrong and where, without any content: it is stored, logged and shown
   * @param cause its class and stack trace are kept, its message isn't: libraries like to quote
   *     what they couldn't read
   */
  PayloadException(String what, @Nullable Throwable cause) {
    // Nothing is suppressed: what was thrown while something was closed may quote, too.
    super(what, RedactedException.of(cause), false);
  }
}
