package dev.baton.api.error;

/** Baton can't use the database with its current settings; the message says what to do. */
public final class StoreUnusableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StoreUnusableException(String message) {
    super(message);
  }
}
