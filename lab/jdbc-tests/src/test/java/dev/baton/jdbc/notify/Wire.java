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

/** The network between a node and its server: it can be cut, and it can swallow what it carries. */
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

  /** A JDBC URL through this wire instead of straight to the server. */
  String through(String url) {
    return url.replaceFirst(":\\d+/", ":" + entrance.getLocalPort() + "/");
  }

  /** Where new connections lead from now on. */
  void leadTo(int port) {
    target = port;
  }

  /** Open connections carry so many more bytes from the server, nothing else, and tell nobody. */
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

    /** Once it swallows: what is left for the server's bytes, nothing of the client's. */
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
        // One end gone, the other goes too.
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
