package dev.baton.api.error;

import org.jspecify.annotations.Nullable;

/**
 * The base class of exceptions that a caller can handle. Its subclasses say what to do:
 *
 * <table>
 * <caption>What to do</caption>
 * <tr><td>{@link StoreUnavailableException}</td><td>try again later</td></tr>
 * <tr><td>{@link StoreBusyException}</td><td>run the transaction again</td></tr>
 * <tr><td>{@link CommitUnknownException}</td><td>check whether it was written; with a {@code
 * Unique} identity, you can safely add again</td></tr>
 * <tr><td>{@link CommitRefusedException}</td><td>nothing was written: if the
 * cause is a conflict, run the transaction again; otherwise change it</td></tr>
 * <tr><td>{@link RequestRefusedException}</td><td>change the request</td></tr>
 * <tr><td>{@link SearchTimeoutException}</td><td>narrow the search</td></tr>
 * <tr><td>{@link ConfigurationException}</td><td>add the part, setting, table or library
 * that the message names</td></tr>
 * <tr><td>{@link PayloadException}</td><td>correct the payload or its codec</td></tr>
 * <tr><td>{@link TaskNotDoneException}</td><td>the awaited task has no result: see its
 * {@code end()}</td></tr>
 * <tr><td>{@link LeaseLostException}</td><td>in a handler: end the attempt</td></tr>
 * <tr><td>{@link DeadlineExceededException}</td><td>only retry policies receive it: decide about a
 * retry</td></tr>
 * <tr><td>{@link UnknownHereException}</td><td>in a handler: don't catch it; another node runs the
 * task</td></tr>
 * </table>
 *
 * <p>Mistakes in the calling code cause other exceptions. A method that builds a value throws an
 * {@link IllegalArgumentException} if its argument is invalid by itself, or a {@link
 * NullPointerException} for null. A call in the wrong place, such as an add in a transaction of
 * another database, throws an {@link IllegalStateException}. If valid values don't fit together, or
 * don't fit the node, the add throws a {@link RequestRefusedException}.
 */
public abstract class BatonException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  protected BatonException(@Nullable String message) {
    super(message);
  }

  protected BatonException(@Nullable String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  BatonException(@Nullable String message, @Nullable Throwable cause, boolean suppresses) {
    super(message, cause, suppresses, true);
  }
}
