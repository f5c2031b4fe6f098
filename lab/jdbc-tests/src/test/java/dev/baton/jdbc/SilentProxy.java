package dev.baton.jdbc;

import dev.baton.local.DatabaseAddress;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A proxy between a client and its database that can fall silent: it drops what is sent, responds
 * nothing and closes nothing, as when a cable is cut or a firewall forgets a connection.
 */
final class SilentProxy implements Closeable {
  private static final Pattern HOST_AND_PORT = Pattern.compile("//([^:/]+):(\\d+)");

  private final ServerSocket door;
  private final DatabaseAddress behind;
  private final String host;
  private final int port;
  private final List<Socket> sockets = new ArrayList<>();
  private boolean silent;

  private SilentProxy(DatabaseAddress behind) throws IOException {
    Matcher target = HOST_AND_PORT.matcher(behind.url());
    if (!target.find()) {
      throw new IllegalArgumentException("No host and port in " + behind.url());
    }
    this.behind = behind;
    this.host = target.group(1);
    this.port = Integer.parseInt(target.group(2));
    this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  static SilentProxy before(DatabaseAddress database) throws IOException {
    SilentProxy proxy = new SilentProxy(database);
    proxy.thread("proxy-door", proxy::admit);
    return proxy;
  }

  /** Returns the address of the database through this proxy. */
  DatabaseAddress address() {
    String here = "//127.0.0.1:" + door.getLocalPort();
    return new DatabaseAddress(
        HOST_AND_PORT.matcher(behind.url()).replaceFirst(here), behind.user(), behind.password());
  }

  synchronized void fallSilent() {
    silent = true;
  }

  /** Serves new connections again. Connections from the time of the silence are closed. */
  synchronized void speakAgain() {
    silent = false;
    hangUp();
  }

  @Override
  public synchronized void close() throws IOException {
    door.close();
    hangUp();
  }

  private synchronized boolean isSilent() {
    return silent;
  }

  private synchronized void hangUp() {
    sockets.forEach(SilentProxy::closeQuietly);
    sockets.clear();
  }

  private synchronized void keep(Socket socket) {
    sockets.add(socket);
  }

  private void admit() {
    while (!door.isClosed()) {
      try {
        Socket client = door.accept();
        keep(client);
        if (!isSilent()) {
          Socket server = new Socket(host, port);
          keep(server);
          thread("proxy-there", () -> carry(client, server));
          thread("proxy-back", () -> carry(server, client));
        }
      } catch (IOException e) {
        // The proxy or the server is closed; the client notices that.
      }
    }
  }

  private void carry(Socket from, Socket to) {
    byte[] bytes = new byte[8_192];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
        if (!isSilent()) {
          out.write(bytes, 0, read);
        }
      }
    } catch (IOException e) {
      // One side has closed its connection; closing both notifies the other side.
    }
  }

  private void thread(String name, Runnable body) {
    Thread thread = new Thread(body, name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // Closed already.
    }
  }
}
