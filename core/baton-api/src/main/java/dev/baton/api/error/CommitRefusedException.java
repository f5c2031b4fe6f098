package dev.baton.api.error;

/**
 * The database refused to commit and rolled the transaction back. The cause is the exception of the
 * driver or the framework. If it was the transaction of a handler, Baton passes the cause to the
 * retry policy, as if the handler had thrown it.
 */
public final class CommitRefusedException extends StoreException {
  private static final long serialVersionUID = 1L;

  public CommitRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
