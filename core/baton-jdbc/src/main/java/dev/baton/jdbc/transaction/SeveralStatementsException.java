package dev.baton.jdbc.transaction;

/**
 * Thrown if work that was started as a single statement needs several; nothing has been done yet.
 */
final class SeveralStatementsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SeveralStatementsException() {
    super("This needs several statements, and therefore a transaction", null, false, false);
  }
}
