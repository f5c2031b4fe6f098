package dev.baton.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A server process that never outlives this JVM, even after a kill -9 of the JVM: a small shell
 * watches the pipe from the JVM. When the pipe closes, the shell kills the server and deletes its
 * folder. The shell ignores SIGPIPE; otherwise its report of the killed server would end the shell
 * before it deletes the folder.
 */
public final class TemporaryServer {
  /**
   * The shell script that watches the pipe. Its arguments are the server's folder, the signal that
   * ends the server, and the server's command.
   */
  private static final String WATCH =
      """
      umask 077
      dir=$1; signal=$2; shift 2
      exec 3<&0
      "$@" </dev/null >>"$dir/server.log" 2>&1 3<&- &
      server=$!
      echo "$server" >"$dir/watched.pid"
      trap '' INT TERM HUP PIPE
      { cat <&3 >/dev/null; kill -"$signal" "$server"; } 2>/dev/null &
      watch=$!
      exec 3<&-
      wait "$server" || tail -n 20 "$dir/server.log" >&2
      [ ! -e "$dir/killed" ] || wait "$watch"
      [ -e "$dir/handed-over" ] || rm -rf "$dir"
      """;

  /** Keeps the pipes open. If the garbage collector closed a pipe, its server would end. */
  private static final Set<TemporaryServer> RUNNING = ConcurrentHashMap.newKeySet();

  private final Path folder;
  private final Process shell;

  private TemporaryServer(Path folder, Process shell) {
    this.folder = folder;
    this.shell = shell;
  }

  static TemporaryServer start(
      Path folder, String signal, List<String> command, BooleanSupplier isReady) {
    List<String> words =
        new ArrayList<>(List.of("sh", "-c", WATCH, "sh", folder.toString(), signal));
    words.addAll(command);
    try {
      TemporaryServer server = new TemporaryServer(folder, new ProcessBuilder(words).start());
      RUNNING.add(server);
      boolean answered = Patience.until(() -> isReady.getAsBoolean() || !server.shell.isAlive());
      if (!answered || !server.shell.isAlive()) {
        server.stop();
        throw new IllegalStateException(command.get(0) + " did not start:\n" + server.lastWords());
      }
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException("Can't start " + command, e);
    }
  }

  /** Kills the server. Its data are deleted when this returns. */
  void stop() {
    RUNNING.remove(this);
    try {
      shell.getOutputStream().close();
      if (!shell.waitFor(Patience.LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException("A temporary database server does not stop");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Sends SIGSTOP: the server and its children keep their connections but don't respond. */
  void pause() {
    pause(server());
  }

  static void pause(ProcessHandle server) {
    // Signal twice: a child that was forked while the children were counted would continue.
    signal("STOP", family(server));
    signal("STOP", family(server));
  }

  /** Resumes the paused server and its children with SIGCONT. */
  void goOn() {
    goOn(server());
  }

  static void goOn(ProcessHandle server) {
    signal("CONT", family(server));
  }

  /** Makes the server reload its settings with SIGHUP. */
  void reload() {
    signal("HUP", List.of(server()));
  }

  private ProcessHandle server() {
    try {
      String pid = Files.readString(folder.resolve("watched.pid")).strip();
      return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Simulates a power failure: the server and its children end at once, and the data remain. */
  void kill() {
    try {
      Files.createFile(folder.resolve("killed"));
      endAtOnce(server());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills a server and its children with SIGKILL. Returns when all of them have ended. */
  static void endAtOnce(ProcessHandle server) {
    // Pause them first: a child that was forked while the children were counted would survive.
    signal("STOP", family(server));
    List<ProcessHandle> all = family(server);
    all.forEach(ProcessHandle::destroyForcibly);
    // A child that still lives keeps the data's memory and locks, so that no other server can
    // start.
    if (!Patience.until(() -> all.stream().noneMatch(ProcessHandle::isAlive))) {
      throw new IllegalStateException("A killed database server does not end");
    }
  }

  private static List<ProcessHandle> family(ProcessHandle server) {
    List<ProcessHandle> all = new ArrayList<>(List.of(server));
    all.addAll(server.descendants().toList());
    return all;
  }

  private static void signal(String name, List<ProcessHandle> processes) {
    List<String> words = new ArrayList<>(List.of("sh", "-c", "kill -" + name + " \"$@\"", "sh"));
    processes.forEach(process -> words.add(Long.toString(process.pid())));
    try {
      // The result is ignored, because a process may have ended meanwhile.
      new ProcessBuilder(words).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Releases the data of a killed server, so that another server can start on them. */
  void handOver() {
    try {
      Path handedOver = Files.createFile(folder.resolve("handed-over"));
      stop();
      Files.delete(handedOver);
      Files.delete(folder.resolve("killed"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static Path newFolder(String prefix) {
    try {
      return PrivateFiles.temporaryFolder(prefix);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String lastWords() {
    try {
      return new String(shell.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
