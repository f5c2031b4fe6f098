package dev.baton.api.error;

import org.jspecify.annotations.Nullable;

/**
 * Baton or the database refused the request, because it is invalid. Nothing was written, and trying
 * again does not help: change the request. The message says what is wrong.
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
