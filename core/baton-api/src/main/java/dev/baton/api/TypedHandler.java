package dev.baton.api;

import java.util.concurrent.CompletionStage;

/** The shapes of handlers of typed tasks; see {@link TaskDefinition} for what makes use of them. */
public final class TypedHandler {
  private TypedHandler() {}

  /** Works; returning means that it went well. */
  @FunctionalInterface
  public interface Working<P> {
    void handle(P payload, Attempt attempt) throws Exception;
  }

  /** Works and answers the task's result. */
  @FunctionalInterface
  public interface Answering<P, R> {
    R handle(P payload, Attempt attempt) throws Exception;
  }

  /** Works and says how the attempt ended. */
  @FunctionalInterface
  public interface Deciding<P> {
    Outcome handle(P payload, Attempt attempt) throws Exception;
  }

  /** Says how the attempt ended when its stage completes. */
  @FunctionalInterface
  public interface Async<P> {
    CompletionStage<Outcome> handle(P payload, Attempt attempt) throws Exception;
  }

  /** Works in the transaction that also carries the task's completion. */
  @FunctionalInterface
  public interface Transactional<P> {
    Outcome handle(P payload, Attempt attempt, Transaction transaction) throws Exception;
  }
}
