package dev.baton.local.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Arrays;

/** One connection through a proxy: two sockets, and a thread for each direction. */
final class ProxyLink {
  private static final int BUFFER = 64 * 1024;

  private final FaultyProxy proxy;
  private final Socket client;
  private final Socket server;
  private final CommitSpotter spotter;
  private volatile boolean cutBeforeAnswer;

  ProxyLink(FaultyProxy proxy, Socket client, Socket server, CommitSpotter spotter) {
    this.proxy = proxy;
    this.client = client;
    this.server = server;
    this.spotter = spotter;
  }

  static void thread(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  void start() throws IOException {
    client.setTcpNoDelay(true);
    server.setTcpNoDelay(true);
    thread("to-server", () -> run(this::toServer));
    thread("to-client", () -> run(this::toClient));
  }

  void close() {
    proxy.forget(this);
    closeQuietly(client);
    closeQuietly(server);
  }

  private void toServer() throws IOException, InterruptedException {
    InputStream in = client.getInputStream();
    OutputStream out = server.getOutputStream();
    byte[] buffer = new byte[BUFFER];
    int count = 0;
    int read;
    while ((read = in.read(buffer, count, buffer.length - count)) > 0) {
      count += read;
      proxy.pass();
      int done = forwardWhole(buffer, count, out);
      out.flush();
      System.arraycopy(buffer, done, buffer, 0, count - done);
      count -= done;
      if (count == buffer.length) {
        buffer = Arrays.copyOf(buffer, 2 * count);
      }
    }
  }

  /** Forwards all complete messages and returns how many bytes they have. */
  private int forwardWhole(byte[] buffer, int count, OutputStream out) throws IOException {
    int at = 0;
    while (true) {
      int length = spotter.length(buffer, at, count);
      if (length == 0 || length > count - at) {
        out.write(buffer, 0, at);
        return at;
      }
      byte[] message = Arrays.copyOfRange(buffer, at, at + length);
      if (spotter.isCommit(message) && proxy.takesCommit()) {
        if (proxy.cutAt() == FaultyProxy.CutAt.BEFORE_COMMIT) {
          out.write(buffer, 0, at);
          throw new IOException("Cut before a commit");
        }
        cutBeforeAnswer = true;
      }
      at += length;
    }
  }

  private void toClient() throws IOException, InterruptedException {
    InputStream in = server.getInputStream();
    OutputStream out = client.getOutputStream();
    byte[] buffer = new byte[BUFFER];
    int read;
    while ((read = in.read(buffer)) > 0) {
      proxy.pass();
      // The response has arrived, so the commit was applied; the client never gets it.
      if (cutBeforeAnswer) {
        throw new IOException("Cut before a response");
      }
      out.write(buffer, 0, read);
      out.flush();
    }
  }

  /** The work of one direction. */
  private interface Way {
    void go() throws IOException, InterruptedException;
  }

  private void run(Way way) {
    try {
      way.go();
    } catch (IOException e) {
      // One side has closed its connection; close the other side.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      close();
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // The socket is closed anyway.
    }
  }
}
