package dev.baton.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the alert rules with Prometheus' own tool, if it is installed. */
@Tag("deep")
class AlertRulesTest {
  private static final Path FOLDER = Path.of("../../docs/monitoring");

  @Test
  void promtoolFindsTheRulesWellFormedAndTheirAlertsAsExpected() throws Exception {
    Assumptions.assumeTrue(
        isThere("promtool"), "There is no promtool: it is in Debian's package prometheus");
    assertThat(promtool("check", "rules", "baton-alerts.yml")).contains("SUCCESS");
    assertThat(promtool("test", "rules", "baton-alerts-test.yml")).contains("SUCCESS");
  }

  @Test
  void eachAlertIsOfOneServiceAndSaysWhich() throws IOException {
    String rules = Files.readString(FOLDER.resolve("baton-alerts.yml"));
    String[] alerts = rules.split("- alert: ");
    for (String alert : Arrays.copyOfRange(alerts, 1, alerts.length)) {
      assertThat(alert).containsPattern(Pattern.compile("expr: .*(?:by|on) \\(job[,)]"));
      assertThat(alert).containsPattern("summary: .*\\$labels\\.job");
    }
  }

  private static boolean isThere(String tool) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
  }

  private static String promtool(String... arguments) throws Exception {
    String[] command = new String[arguments.length + 1];
    command[0] = "promtool";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    Process process =
        new ProcessBuilder(command).directory(FOLDER.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }
}
