package dev.baton.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that every configuration of the model gives the expected result. */
@Tag("deep")
class ModelTest {

  private static final Path FOLDER = Path.of("src", "tla");

  static List<ModelCheck> checks() throws IOException {
    try (var files = Files.list(FOLDER)) {
      return files
          .filter(file -> file.toString().endsWith(".cfg"))
          .sorted()
          .map(ModelCheck::new)
          .toList();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("checks")
  void theModelSaysWhatTheConfigurationExpects(ModelCheck check) throws Exception {
    assumeFalse(check.isLeftOut(), "-Pdeep checks it too");
    ModelCheck.Verdict verdict = check.run();
    System.out.printf(
        Locale.ROOT,
        "model: %-40s %9s distinct states %6d ms  %s%n",
        check.name(),
        verdict.distinctStates(),
        verdict.millis(),
        verdict.text());
    assertThat(verdict.text()).as(check.name()).isEqualTo(check.expected());
  }

  /** A deleted or reversed check must be noticed. */
  @Test
  void allPromisesAndCounterexamplesExist() throws IOException {
    List<String> expected = checks().stream().map(ModelCheck::expected).toList();
    assertThat(expected).filteredOn("holds"::equals).hasSize(19);
    assertThat(expected).filteredOn(verdict -> verdict.endsWith(" is violated")).hasSize(49);
    assertThat(expected).hasSize(68);
  }
}
