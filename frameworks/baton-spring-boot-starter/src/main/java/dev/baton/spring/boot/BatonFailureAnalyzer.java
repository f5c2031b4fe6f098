package dev.baton.spring.boot;

import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.StoreException;
import dev.baton.spring.error.BatonSetupException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;

/** Reports why an application with Baton didn't start and what to do, instead of a stack trace. */
final class BatonFailureAnalyzer implements FailureAnalyzer {
  @Override
  public @Nullable FailureAnalysis analyze(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      FailureAnalysis found = of(cause);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static @Nullable FailureAnalysis of(Throwable cause) {
    String what = String.valueOf(cause.getMessage());
    if (cause instanceof BatonSetupException setup) {
      return new FailureAnalysis(what, setup.action(), cause);
    }
    if (cause instanceof ConfigurationException) {
      return new FailureAnalysis(
          what,
          "Follow the message. With baton.schema=apply or auto the application creates and upgrades"
              + " Baton's tables when it starts; with validate they must exist before. Spring Boot"
              + " 4 manages tools.jackson.core:jackson-databind, Spring Boot 3"
              + " com.fasterxml.jackson.core:jackson-databind: don't set your own version.",
          cause);
    }
    if (cause instanceof StoreException) {
      return new FailureAnalysis(
          what,
          "Baton starts with the application and needs its database at that time: check"
              + " spring.datasource.url and its user, and that the database runs.",
          cause);
    }
    return null;
  }
}
