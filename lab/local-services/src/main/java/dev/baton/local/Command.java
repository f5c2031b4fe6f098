package dev.baton.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs programs of the operating system and checks processes that already run. */
public final class Command {
  private static final Duration LIMIT = Duration.ofSeconds(120);

  /** The exit code and the output of a program that ended. */
  record Ended(int code, String output) {
    boolean isGood() {
      return code == 0;
    }
  }

  private Command() {}

  /** Runs a program and returns its result. A missing program ends with code 127, as in a shell. */
  static Ended run(List<String> words) {
    Path output = null;
    try {
      // A file and not a pipe, because a server left in the background would keep a pipe open.
      output = Files.createTempFile("baton-command", ".out");
      Process process =
          new ProcessBuilder(words)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .start();
      if (!process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
        return new Ended(124, words + " did not end within " + LIMIT + "\n" + text(output));
      }
      return new Ended(process.exitValue(), text(output));
    } catch (IOException e) {
      return new Ended(127, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while waiting for " + words, e);
    } finally {
      delete(output);
    }
  }

  /** Runs a program and returns whether it ended with code 0. */
  public static boolean isGood(List<String> words) {
    return run(words).isGood();
  }

  /** Runs the program. An exit code other than 0 causes an exception with the program's output. */
  public static void mustRun(List<String> words) {
    Ended ended = run(words);
    if (!ended.isGood()) {
      throw new IllegalStateException(
          String.join(" ", words) + " ended with code " + ended.code() + ":\n" + ended.output());
    }
  }

  /**
   * Returns whether the process exists and runs this program. The system may have given the process
   * number to another program.
   */
  public static boolean isRunning(long pid, String program) {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .map(process -> process.info().command().map(path -> isProgram(path, program)))
        // The system may hide the program of another user's process. Then the number in the file
        // counts.
        .map(answer -> answer.orElse(true))
        .orElse(false);
  }

  private static boolean isProgram(String path, String program) {
    Path name = Path.of(path).getFileName();
    return name != null && name.toString().startsWith(program);
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip();
  }

  private static void delete(@Nullable Path file) {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
