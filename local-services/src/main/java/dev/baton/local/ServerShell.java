package dev.baton.local;

import java.io.BufferedReader;
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

/**
 * A small shell that starts and kills one server as often as it is told, so that the data outlive
 * the server but not this JVM: when the pipe from the JVM closes, even by a kill -9, the shell
 * kills the server and deletes its folder. Thread-safe.
 */
final class ServerShell {
  /**
   * Arguments: the server's folder, its command. Answers each verb with one line. Each server has a
   * subshell that waits for it: a process nobody waits for would seem alive after its end.
   */
  private static final String SCRIPT =
      """
      dir=$1; shift; keeper=
      trap '' INT TERM HUP PIPE
      end() {
        if [ -n "$keeper" ]; then
          if [ -f "$dir/server.pid" ]; then kill -KILL "$(cat "$dir/server.pid")"; fi
          wait "$keeper"
          keeper=
        fi 2>/dev/null
      }
      while read -r verb; do
        case $verb in
          start)
            end
            (
              (trap - INT TERM HUP PIPE; exec "$@") </dev/null >>"$dir/server.log" 2>&1 &
              echo $! >"$dir/server.pid"
              echo $!
              wait
              rm -f "$dir/server.pid"
            ) &
            keeper=$! ;;
          kill)
            end
            echo killed ;;
        esac
      done
      end
      rm -rf "$dir"
      """;

  private static final int LAST_LINES = 20;

  /** Keeps the pipes: were one collected as garbage, its server would end. */
  private static final Set<ServerShell> RUNNING = ConcurrentHashMap.newKeySet();

  private final Path folder;
  private final Process shell;
  private final BufferedReader answers;

  private ServerShell(Path folder, Process shell) {
    this.folder = folder;
    this.shell = shell;
    this.answers = shell.inputReader(StandardCharsets.UTF_8);
  }

  /** Starts the shell, not yet the server. */
  static ServerShell open(Path folder, List<String> command) {
    List<String> words = new ArrayList<>(List.of("sh", "-c", SCRIPT, "sh", folder.toString()));
    words.addAll(command);
    try {
      Process process =
          new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      ServerShell opened = new ServerShell(folder, process);
      RUNNING.add(opened);
      return opened;
    } catch (IOException e) {
      throw new UncheckedIOException("Can't start " + command, e);
    }
  }

  /** Starts the server's process, after killing one that runs; answers its number. */
  long startServer() {
    return Long.parseLong(tell("start"));
  }

  /** Kills the server with SIGKILL; its process is gone when this returns, its data stay. */
  void killServer() {
    tell("kill");
  }

  /** Kills the server and deletes its folder. A closed shell is left alone. */
  void close() {
    RUNNING.remove(this);
    try {
      shell.getOutputStream().close();
      if (!shell.waitFor(Patience.LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException("The server of " + folder + " does not stop");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The end of what the server wrote. */
  String lastWords() {
    try {
      List<String> lines = Files.readAllLines(folder.resolve("server.log"));
      return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    } catch (IOException e) {
      return "its log can't be read: " + e;
    }
  }

  private synchronized String tell(String verb) {
    try {
      shell.getOutputStream().write((verb + "\n").getBytes(StandardCharsets.UTF_8));
      shell.getOutputStream().flush();
      String answer = answers.readLine();
      if (answer == null) {
        throw new IOException("its shell has ended");
      }
      return answer;
    } catch (IOException e) {
      throw new UncheckedIOException("Can't " + verb + " the server of " + folder, e);
    }
  }
}
