package dev.baton.benchmarks.trial;

/** Reports that a contender lost a job or ran one twice, so that its figures mean nothing. */
public final class WrongWork extends RuntimeException {
  private static final long serialVersionUID = 1;

  WrongWork(String message) {
    super(message);
  }
}
