package dev.baton.cli;

import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.api.error.SearchTimeoutException;
import dev.baton.api.error.StoreException;
import dev.baton.cli.text.Failure;

/** The message and the exit code for a failure of a command. */
record Problem(int exitCode, String words) {

  static Problem of(Exception failure) {
    String words =
        failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    if (failure instanceof Failure known) {
      return new Problem(known.exitCode(), words);
    }
    if (failure instanceof ConfigurationException
        || failure instanceof RequestRefusedException
        || failure instanceof SearchTimeoutException) {
      return new Problem(Failure.REFUSED, words);
    }
    if (failure instanceof StoreException) {
      return new Problem(Failure.UNREACHABLE, words);
    }
    if (failure instanceof IllegalArgumentException) {
      return new Problem(Failure.USAGE, words);
    }
    return new Problem(Failure.REFUSED, "This is a bug: " + failure);
  }
}
