package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.error.CommitUnknownException;
import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.api.error.SearchTimeoutException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.cli.text.Failure;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProblemTest {
  @Test
  void permanentErrorIsReportedAsRefusedNotAsUnreachable() {
    for (Exception refused :
        List.of(
            new RequestRefusedException("a constraint forbids it"),
            new ConfigurationException("a table is missing"),
            new SearchTimeoutException("search for less"))) {
      assertThat(Problem.of(refused).exitCode()).isEqualTo(Failure.REFUSED);
    }
    for (Exception away :
        List.of(
            new StoreUnavailableException("away"),
            new CommitUnknownException("no answer", new IllegalStateException()))) {
      assertThat(Problem.of(away).exitCode()).isEqualTo(Failure.UNREACHABLE);
    }
  }
}
