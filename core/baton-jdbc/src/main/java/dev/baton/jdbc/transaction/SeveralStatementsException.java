package dev.baton.jdbc.transaction;

/** What was to be one statement takes several, and nothing has been done yet. */
final class SeveralStatementsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SeveralStatementsException() {
    super("This takes several statements, and so a transaction", null, false, false);
  }
}
