package dev.baton.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class BenchOptionsTest {
  private final StringWriter errors = new StringWriter();

  private int execute(String... arguments) {
    CommandLine command = Bench.commandLine();
    command.setErr(new PrintWriter(errors));
    return command.execute(arguments);
  }

  @Test
  void unknownWorkIsRefusedWithTheListOfWorks() {
    assertThat(execute("--only", "B1,B99")).isEqualTo(2);
    assertThat(errors.toString()).contains("no work B99", "B1, B2, B3, B3b");
  }

  @Test
  void unknownContenderIsRefusedWithTheListOfContenders() {
    assertThat(execute("--contenders", "cron")).isEqualTo(2);
    assertThat(errors.toString()).contains("no contender cron", "baton, limit");
  }

  @Test
  void unknownDatabaseIsRefusedWithTheListOfDatabases() {
    assertThat(execute("--database", "oracle")).isEqualTo(2);
    assertThat(errors.toString()).contains("postgresql", "mariadb");
  }

  @Test
  void zeroRoundsAreRefused() {
    assertThat(execute("--rounds", "0")).isEqualTo(2);
    assertThat(errors.toString()).contains("--rounds takes 1 or more");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "1001", "NaN"})
  void aDelayOutOfBoundsIsRefused(String delay) {
    assertThat(execute("--delay", delay)).isEqualTo(2);
    assertThat(errors.toString()).contains("--delay takes 0 to 1000 ms");
  }
}
