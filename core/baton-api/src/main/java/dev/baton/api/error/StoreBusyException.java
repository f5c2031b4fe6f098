package dev.baton.api.error;

/**
 * Another transaction was in the way (a deadlock, a conflict, a lock that was held for too long),
 * so nothing was written. The same may succeed if it is tried again.
 */
public final class StoreBusyException extends StoreUnavailableException {
  private static final long serialVersionUID = 1L;

  public StoreBusyException(String message, Throwable cause) {
    super(message, cause);
  }
}
