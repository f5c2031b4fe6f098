package dev.baton.api.error;

import org.jspecify.annotations.Nullable;

/** A payload or a result can't be written or read. The message contains no part of the content. */
public abstract class PayloadException extends BatonException {
  private static final long serialVersionUID = 1L;

  /**
   * @param what describes the error and its place, without content, because it is stored, logged
   *     and shown
   * @param cause the cause; only its class and stack trace are kept, because libraries often quote
   *     what they couldn't read
   */
  PayloadException(String what, @Nullable Throwable cause) {
    // Suppressed exceptions are disabled: an exception from closing a resource may quote the
    // content, too.
    super(what, RedactedException.of(cause), false);
  }
}
