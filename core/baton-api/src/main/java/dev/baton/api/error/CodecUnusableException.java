package dev.baton.api.error;

import org.jspecify.annotations.Nullable;

/** Payloads would be JSON, and no Jackson can write it here; the message says what to add. */
public final class CodecUnusableException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  public CodecUnusableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
