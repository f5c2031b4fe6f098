package dev.baton.api.error;

import org.jspecify.annotations.Nullable;

/** The store could not execute a call. Each subclass says what the caller can do. */
public abstract class StoreException extends BatonException {
  private static final long serialVersionUID = 1L;

  StoreException(@Nullable String message) {
    super(message);
  }

  StoreException(@Nullable String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
