package dev.baton.api.error;

import org.jspecify.annotations.Nullable;

/** A codec can't encode a value. Nothing was added. */
public final class PayloadUnwritableException extends PayloadException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception that contains no content of the payload.
   *
   * @param what describes the error and its place, without content
   * @param cause the cause; only its class and stack trace are kept
   */
  public PayloadUnwritableException(String what, @Nullable Throwable cause) {
    super(what, cause);
  }
}
