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

/** Programs of the operating system: one run, waited for, and those that run already. */
public final class Command {
  private static final Duration LIMIT = Duration.ofSeconds(120);

  /** How a run ended. */
  record Ended(int code, String output) {
    boolean isGood() {
      return code == 0;
    }
  }

  private Command() {}

  /** Runs and answers; a program that is missing ends with code 127, as in a shell. */
  static Ended run(List<String> words) {
    Path output = null;
    try {
      // A file, not a pipe: a server left in the background would hold a pipe open for ever.
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

  /** Runs; whether it ended with code 0. */
  public static boolean isGood(List<String> words) {
    return run(words).isGood();
  }

  /** Runs; anything but code 0 is an exception that tells the program's words. */
  public static void mustRun(List<String> words) {
    Ended ended = run(words);
    if (!ended.isGood()) {
      throw new IllegalStateException(
          String.join(" ", words) + " ended with code " + ended.code() + ":\n" + ended.output());
    }
  }

  /** Whether the process is there and runs this program: a number may have been given anew. */
  public static boolean isRunning(long pid, String program) {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .map(process -> process.info().command().map(path -> isProgram(path, program)))
        // Of another user's process the system may not tell the program: believe the file.
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
