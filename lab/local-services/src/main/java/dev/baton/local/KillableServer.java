package dev.baton.local;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A server process that a test may kill, pause and start again on its folder. It never outlives
 * this JVM, even after a kill -9 of the JVM: a small shell starts and signals the server on
 * commands from a pipe. When the pipe closes, the shell kills the server and deletes its folder.
 * Thread-safe.
 */
public final class KillableServer {
  /**
   * The shell script of the keeper. Its arguments are the server's folder and its command. It
   * replies to each word that it reads with one line.
   */
  private static final String KEEPER =
      """
      umask 077
      dir=$1; shift
      trap '' INT TERM HUP PIPE
      exec 3<&0
      server=
      while read -r word <&3; do
        case $word in
          start) "$@" </dev/null >>"$dir/server.log" 2>&1 3<&- & server=$! ;;
          look) jobs >"$dir/jobs" ;;
          KILL) kill -KILL "$server"; wait "$server" ;;
          *) kill -"$word" "$server" ;;
        esac 2>/dev/null
        echo "$server"
      done
      { kill -KILL "$server"; wait "$server"; } 2>/dev/null
      rm -rf "$dir"
      """;

  private static final int PORT_TRIES = 1_000;

  /** Keeps the pipes open. If the garbage collector closed a pipe, its server would end. */
  private static final Set<KillableServer> RUNNING = ConcurrentHashMap.newKeySet();

  private final Path folder;
  private final Process shell;
  private final BufferedReader answers;
  private final BooleanSupplier isReady;
  private volatile long pid;

  /** Starts the keeper only. {@link #start} starts the server. */
  public KillableServer(Path folder, List<String> command, BooleanSupplier isReady) {
    this.folder = folder;
    this.isReady = isReady;
    List<String> words = new ArrayList<>(List.of("sh", "-c", KEEPER, "sh", folder.toString()));
    words.addAll(command);
    try {
      this.shell = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    } catch (IOException e) {
      throw new UncheckedIOException("Can't start " + command, e);
    }
    this.answers =
        new BufferedReader(new InputStreamReader(shell.getInputStream(), StandardCharsets.UTF_8));
    RUNNING.add(this);
  }

  /** Starts the server on the data in its folder. Returns when the server responds. */
  synchronized void start() {
    pid = tell("start");
    boolean answered = Patience.until(() -> isReady.getAsBoolean() || !isAlive());
    if (!answered || !isAlive()) {
      throw new IllegalStateException("A server did not start:\n" + lastWords());
    }
  }

  /** Starts the server again. A server that still runs is killed first. */
  public synchronized void restart() {
    if (ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)) {
      kill();
    }
    start();
  }

  /** Returns the process id of the server, even after the process has ended. */
  public long pid() {
    return pid;
  }

  /** Kills the server with SIGKILL. Returns when the process has ended. */
  public synchronized void kill() {
    tell("KILL");
  }

  /** Pauses the server with SIGSTOP. It keeps its connections and does not respond. */
  public synchronized void pause() {
    tell("STOP");
  }

  /** Resumes a paused server with SIGCONT. */
  public synchronized void goOn() {
    tell("CONT");
  }

  /** Kills the server. Its data are deleted when this returns. */
  public synchronized void stop() {
    RUNNING.remove(this);
    try {
      shell.getOutputStream().close();
      if (!shell.waitFor(Patience.LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException("A server in " + folder + " does not stop");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Returns a free port below the system's range for clients. Otherwise a client of the killed
   * server could get the server's port as its local port, and the server couldn't start again.
   */
  public static int freePort() {
    for (int i = 0; i < PORT_TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(20_000, 32_000);
      try (ServerSocket socket = new ServerSocket()) {
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return port;
      } catch (IOException taken) {
        // Try the next port.
      }
    }
    throw new IllegalStateException("No free port between 20000 and 32000");
  }

  private long tell(String word) {
    try {
      shell.getOutputStream().write((word + "\n").getBytes(StandardCharsets.UTF_8));
      shell.getOutputStream().flush();
      String answer = answers.readLine();
      if (answer == null || answer.isEmpty()) {
        throw new IllegalStateException("No server was started to " + word + " in " + folder);
      }
      return Long.parseLong(answer);
    } catch (IOException e) {
      throw new UncheckedIOException("The server in " + folder + " was stopped", e);
    }
  }

  private boolean isAlive() {
    // A server that ended by itself seems alive until the shell checks its jobs.
    return ProcessHandle.of(tell("look")).map(ProcessHandle::isAlive).orElse(false);
  }

  private String lastWords() {
    try {
      List<String> lines = Files.readAllLines(folder.resolve("server.log"));
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
    } catch (IOException e) {
      return "It left no log: " + e;
    }
  }
}
