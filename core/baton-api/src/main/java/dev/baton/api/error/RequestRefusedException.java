package dev.baton.api.error;

import org.jspecify.annotations.Nullable;

/**
 * The request is invalid for Baton or the database. Nothing was written, and trying again does not
 * help: change the request. The message says what is wrong.
 */
public final class RequestRefusedException extends StoreException {
  private static final long serialVersionUID = 1L;

  public RequestRefusedException(String message) {
    super(message);
  }

  public RequestRefusedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
