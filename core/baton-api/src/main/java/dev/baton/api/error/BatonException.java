package dev.baton.api.error;

import org.jspecify.annotations.Nullable;

/**
 * The base class of exceptions that a caller can handle. Its subclasses say what to do:
 *
 * <table>
 * <caption>What to do</caption>
 * <tr><td>{@link StoreUnavailableException}</td><td>try again later</td></tr>
 * <tr><td>{@link StoreBusyException}</td><td>run the transaction again</td></tr>
 * <tr><td>{@link CommitUnknownException}</td><td>check whether it was written, or add again under
 * the same identity</td></tr>
 * <tr><td>{@link CommitRefusedException}</td><td>nothing was written: run the transaction
 * again after a conflict, else change it</td></tr>
 * <tr><td>{@link RequestRefusedException}</td><td>change the request</td></tr>
 * <tr><td>{@link SearchTimeoutException}</td><td>narrow the search</td></tr>
 * <tr><td>{@link ConfigurationException}</td><td>add what the message names</td></tr>
 * <tr><td>{@link PayloadException}</td><td>correct the payload or its codec</td></tr>
 * <tr><td>{@link TaskNotDoneException}</td><td>the awaited task has no result</td></tr>
 * <tr><td>{@link DeadlineExceededException}, {@link LeaseLostException}</td><td>end the attempt</td>
 * </tr>
 * </table>
 *
 * <p>Mistakes in the calling code cause other exceptions. An invalid argument of a method that
 * builds a value is an {@link IllegalArgumentException}. A call in the wrong place, such as an add
 * in a transaction of another database, is an {@link IllegalStateException}.
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
