package dev.baton.api.error;

/** The store can't be used as it is set up; the message says what to do. */
public final class StoreUnusableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StoreUnusableException(String message) {
    super(message);
  }
}
