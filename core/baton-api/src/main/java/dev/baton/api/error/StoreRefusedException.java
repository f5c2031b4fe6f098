package dev.baton.api.error;

/** The database refused these values: sending them again can't help. */
public final class StoreRefusedException extends StoreUnavailableException {
  private static final long serialVersionUID = 1L;

  public StoreRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
