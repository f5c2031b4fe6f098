package dev.baton.api.error;

/**
 * Another transaction prevented the write: a deadlock, a conflict, or a lock that lasted too long.
 * Nothing was written. The same transaction may succeed if you run it again.
 */
public final class StoreBusyException extends StoreUnavailableException {
  private static final long serialVersionUID = 1L;

  public StoreBusyException(String message, Throwable cause) {
    super(message, cause);
  }
}
