package dev.baton.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the command as a separate process, on a terminal that {@code script} creates. */
class TerminalTest {
  private static final String ESCAPE = "\u001b";

  /** The output may also go to a file, a pager or a person who has set NO_COLOR. */
  @ParameterizedTest
  @ValueSource(strings = {"--help", "frobnicate", "list --nonsense"})
  void outputHasNoEscapeCodes(String command, @TempDir Path folder) throws Exception {
    Path errors = folder.resolve("errors");
    Path output = folder.resolve("output");
    String shown = onTerminal(command);
    shown += onTerminal(command + " 2>" + errors);
    shown += onTerminal(command + " >" + output);
    shown += Files.readString(errors) + Files.readString(output);
    assertThat(shown).contains("baton").doesNotContain(ESCAPE);
  }

  private static String onTerminal(String command) throws Exception {
    assumeTrue(
        Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "script"))),
        "The program script is missing; it is in Debian's package bsdutils");
    String java =
        "exec "
            + ProcessHandle.current().info().command().orElse("java")
            + " -XX:TieredStopAtLevel=1 -cp "
            + System.getProperty("java.class.path")
            + " dev.baton.cli.BatonCli "
            + command;
    ProcessBuilder builder = new ProcessBuilder("script", "-qec", java, "/dev/null");
    builder.environment().keySet().removeIf(name -> name.startsWith("BATON_"));
    builder.environment().remove("NO_COLOR");
    builder.environment().put("TERM", "xterm-256color");
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String shown = new String(process.getInputStream().readAllBytes(), UTF_8);
    process.waitFor();
    return shown;
  }
}
