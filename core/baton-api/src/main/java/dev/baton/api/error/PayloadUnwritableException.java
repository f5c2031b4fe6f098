package dev.baton.api.error;

import org.jspecify.annotations.Nullable;

/** A value can't be written by its codec: nothing is added. */
public final class PayloadUnwritableException extends PayloadException {
  private static final long serialVersionUID = 1L;

  /**
   * @param what says what is wrong and where, without any content
   * @param cause its class and stack trace are kept, its message isn't
   */
  public PayloadUnwritableException(String what, @Nullable Throwable cause) {
    super(what, cause);
  }
}
