package dev.baton.jdbc.notify;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Creates sockets that return at once when PostgreSQL's driver only checks whether more data has
 * arrived. After each notification, the driver checks this with a read of one millisecond. That
 * would delay every hint. This class is public because the driver creates it by its name.
 * Thread-safe.
 */
public final class PromptSockets extends SocketFactory {
  /**
   * The read timeout of the driver's check. No other read of the driver has such a short timeout.
   */
  private static final int ASKING_MILLIS = 1;

  @Override
  public Socket createSocket() {
    return new PromptSocket();
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return connected(new InetSocketAddress(host, port), null);
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress localHost, int localPort)
      throws IOException {
    return connected(
        new InetSocketAddress(host, port), new InetSocketAddress(localHost, localPort));
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return connected(new InetSocketAddress(host, port), null);
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort)
      throws IOException {
    return connected(
        new InetSocketAddress(host, port), new InetSocketAddress(localHost, localPort));
  }

  private static Socket connected(SocketAddress remote, @Nullable SocketAddress local)
      throws IOException {
    Socket socket = new PromptSocket();
    try {
      socket.bind(local);
      socket.connect(remote);
      return socket;
    } catch (IOException failed) {
      socket.close();
      throw failed;
    }
  }

  private static final class PromptSocket extends Socket {
    @Override
    public InputStream getInputStream() throws IOException {
      return new FilterInputStream(super.getInputStream()) {
        @Override
        public int read() throws IOException {
          dontWaitInVain();
          return in.read();
        }

        @Override
        public int read(byte[] into, int from, int most) throws IOException {
          dontWaitInVain();
          return in.read(into, from, most);
        }

        private void dontWaitInVain() throws IOException {
          if (getSoTimeout() == ASKING_MILLIS && in.available() == 0) {
            throw new SocketTimeoutException("No data has arrived");
          }
        }
      };
    }
  }
}
