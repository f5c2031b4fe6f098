package dev.baton.jdbc.dialect;

/**
 * The statements that read and set the lock timeout of a connection.
 *
 * @param read the query that returns the current lock timeout
 * @param set the statement that sets the lock timeout, at least until the transaction ends; %s is
 *     replaced by the timeout
 * @param shortest the shortest useful lock timeout, in the database's own syntax
 */
public record LockWait(String read, String set, String shortest) {

  /** Returns the statement that sets this lock timeout. */
  public String setTo(String length) {
    return String.format(set, length);
  }
}
