package dev.baton.cassandra;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * The resource that handlers in other JVMs change, outside Cassandra. It stores the highest fencing
 * token of each task and refuses lower ones. Thread-safe.
 */
final class ChaosLedger implements AutoCloseable {
  private static final int BACKLOG = 500;

  private final ServerSocket server;
  private final Map<UUID, Long> highest = new HashMap<>();
  private final Set<String> tokens = new HashSet<>();
  private int heldTwice;
  private int accepted;
  private int refused;

  /** Counts of all effects. */
  record Counts(int tasks, int accepted, int refused, int heldTwice) {}

  ChaosLedger() throws IOException {
    server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    daemon(this::serve);
  }

  int port() {
    return server.getLocalPort();
  }

  synchronized Counts counts() {
    return new Counts(highest.size(), accepted, refused, heldTwice);
  }

  synchronized boolean knows(UUID task) {
    return highest.containsKey(task);
  }

  /** Requests one effect; called by handlers. */
  static void work(int port, UUID task, long token) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      OutputStream out = socket.getOutputStream();
      out.write((task + " " + token + "\n").getBytes(StandardCharsets.UTF_8));
      out.flush();
      socket.getInputStream().read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void serve() {
    try {
      while (true) {
        Socket socket = server.accept();
        daemon(() -> answer(socket));
      }
    } catch (IOException closed) {
      // The test has ended.
    }
  }

  private void answer(Socket socket) {
    try (socket;
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
      String line = in.readLine();
      if (line != null) {
        String[] words = line.split(" ", 2);
        take(UUID.fromString(words[0]), Long.parseLong(words[1]));
        socket.getOutputStream().write('\n');
      }
    } catch (IOException killed) {
      // The test kills workers, so a worker may end here.
    }
  }

  private synchronized void take(UUID task, long token) {
    heldTwice += tokens.add(task + " " + token) ? 0 : 1;
    if (token < highest.getOrDefault(task, Long.MIN_VALUE)) {
      refused++;
    } else {
      highest.put(task, token);
      accepted++;
    }
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "ledger");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
