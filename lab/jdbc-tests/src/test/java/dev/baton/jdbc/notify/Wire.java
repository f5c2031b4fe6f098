package dev.baton.jdbc.notify;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** The network between a node and its server. It can be cut, and it can drop the traffic. */
final class Wire implements AutoCloseable {
  private static final int NEVER = Integer.MAX_VALUE;

  private final ServerSocket entrance;
  private final Queue<Link> links = new ConcurrentLinkedQueue<>();
  private volatile int target;

  Wire(int target) throws IOException {
    this.target = target;
    entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    daemon(this::accept);
  }

  /** Returns a JDBC URL through this network instead of directly to the server. */
  String through(String url) {
    return url.replaceFirst(":\\d+/", ":" + entrance.getLocalPort() + "/");
  }

  /** Leads new connections to this port from now on. */
  void leadTo(int port) {
    target = port;
  }

  /**
   * Makes open connections carry this many more bytes from the server and nothing else, without
   * closing.
   */
  void swallowAfter(int bytes) {
    links.forEach(link -> link.left.set(bytes));
  }

  private void accept() {
    try {
      while (true) {
        Socket client = entrance.accept();
        try {
          links.add(new Link(client, new Socket(InetAddress.getLoopbackAddress(), target)));
        } catch (IOException nobodyThere) {
          client.close();
        }
      }
    } catch (IOException closed) {
      // The end of the test.
    }
  }

  @Override
  public void close() {
    try {
      entrance.close();
      for (Link link : links) {
        link.cut();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void daemon(Runnable body) {
    Thread thread = new Thread(body, "wire");
    thread.setDaemon(true);
    thread.start();
  }

  /** One connection. */
  private static final class Link {
    private final Socket client;
    private final Socket server;
    private final AtomicInteger left = new AtomicInteger(NEVER);

    Link(Socket client, Socket server) {
      this.client = client;
      this.server = server;
      daemon(() -> carry(client, server, false));
      daemon(() -> carry(server, client, true));
    }

    private void carry(Socket from, Socket to, boolean fromServer) {
      byte[] buffer = new byte[8_192];
      try {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        int read;
        while ((read = in.read(buffer)) >= 0) {
          out.write(buffer, 0, carried(read, fromServer));
          out.flush();
        }
        cut();
      } catch (IOException broken) {
        cut();
      }
    }

    /**
     * Returns how many bytes to forward after the start of dropping: the rest of the server's
     * bytes, none of the client's.
     */
    private int carried(int read, boolean fromServer) {
      int before = left.getAndUpdate(n -> n == NEVER || !fromServer ? n : n - Math.min(n, read));
      if (before == NEVER) {
        return read;
      }
      return fromServer ? Math.min(before, read) : 0;
    }

    void cut() {
      try (client;
          server) {
        // One end has closed; close the other, too.
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
