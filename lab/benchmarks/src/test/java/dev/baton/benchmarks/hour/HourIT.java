package dev.baton.benchmarks.hour;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests each form of the hour with minutes of a second. */
@Tag("deep")
class HourIT {
  private static final int MINUTES = 6;

  @TempDir Path folder;

  @Test
  void givesALineForEachMinuteOfEachForm() throws Exception {
    StringWriter said = new StringWriter();
    CommandLine command = HourBench.commandLine();
    command.setOut(new PrintWriter(said));
    int code =
        command.execute("--minutes=" + MINUTES, "--seconds=1", "--rate=20", "--folder=" + folder);
    assertThat(code).as(said.toString()).isZero();
    for (Form form : Form.values()) {
      String name = form.name().toLowerCase(Locale.ROOT);
      List<String> lines = Files.readAllLines(folder.resolve(name + ".csv"));
      assertThat(lines).hasSize(MINUTES + 1);
      assertThat(lines.get(0)).startsWith("minute,tasks,startP50Ms,startP99Ms,startP999Ms");
      assertThat(lines.get(1)).startsWith("1,20,");
      assertThat(lines.get(3)).startsWith(form == Form.BURST ? "3,30," : "3,20,");
    }
    assertThat(folder.resolve("startP99Ms.svg")).content().contains("burst").contains("polyline");
  }
}
