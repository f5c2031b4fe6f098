package dev.baton.jdbc.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** Tests the sockets on which hints arrive, and their connections. */
final class PromptSocketsTest {
  private static final DatabaseAddress ADDRESS = LocalPostgres.temporary().newDatabase();
  private static final String OWN = "socketFactory=" + OwnSockets.class.getName();

  private ServerSocket server;
  private Socket socket;
  private Socket other;

  @BeforeEach
  void connect() throws IOException {
    server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    socket = new PromptSockets().createSocket(server.getInetAddress(), server.getLocalPort());
    other = server.accept();
    OwnSockets.MADE.set(0);
  }

  @AfterEach
  void close() throws IOException {
    socket.close();
    other.close();
    server.close();
  }

  @Test
  void readWithoutWaitingReturnsAtOnce() throws IOException {
    socket.setSoTimeout(1);
    assertThatThrownBy(() -> socket.getInputStream().read())
        .isInstanceOf(SocketTimeoutException.class)
        .hasMessage("No data has arrived");
    assertThatThrownBy(() -> socket.getInputStream().read(new byte[8], 0, 8))
        .isInstanceOf(SocketTimeoutException.class)
        .hasMessage("No data has arrived");
  }

  @Test
  void otherReadsWaitForTheirTimeout() throws IOException {
    socket.setSoTimeout(2);
    assertThatThrownBy(() -> socket.getInputStream().read())
        .isInstanceOf(SocketTimeoutException.class)
        .hasMessage("Read timed out");
  }

  @Test
  void readWithoutWaitingReturnsArrivedData() throws IOException {
    other.getOutputStream().write(7);
    other.shutdownOutput();
    assertThat(socket.getInputStream().read()).isEqualTo(7);
    socket.setSoTimeout(0);
    assertThat(socket.getInputStream().read()).isEqualTo(-1);
  }

  @Test
  void driverOfThePoolGetsPromptSockets() throws SQLException {
    Properties asked = new Properties();
    asked.setProperty("user", ADDRESS.user());
    asked.setProperty("password", ADDRESS.password());
    try (Connection prompt = PromptConnections.open(ADDRESS.url(), asked).orElseThrow()) {
      assertThat(prompt.isValid(1)).isTrue();
    }
    assertThat(PromptConnections.like(source()).getSocketFactory())
        .isEqualTo(PromptSockets.class.getName());
  }

  @Test
  void configuredSocketsAreNotReplaced() throws SQLException {
    String url = ADDRESS.url() + (ADDRESS.url().contains("?") ? "&" : "?") + OWN;
    assertThat(PromptConnections.open(url, new Properties())).isEmpty();
    assertThat(PromptConnections.open("jdbc:other:thing", new Properties())).isEmpty();
    try (HikariDataSource pool = PostgresPool.of(url, ADDRESS, 2)) {
      openBeside(pool);
      assertThat(OwnSockets.MADE).hasPositiveValue();
    }
    PGSimpleDataSource own = source();
    own.setSocketFactory(OwnSockets.class.getName());
    assertThat(PromptConnections.like(own)).isSameAs(own);
  }

  @Test
  void dataSourceWithItsOwnOpeningIsNotCopied() {
    PGSimpleDataSource own = new PGSimpleDataSource() {};
    assertThat(PromptConnections.like(own)).isSameAs(own);
  }

  private static void openBeside(HikariDataSource pool) throws SQLException {
    Optional<Connection> opened = DirectConnections.open(pool);
    try (Connection connection = opened.orElseThrow()) {
      assertThat(connection.isValid(1)).isTrue();
    }
  }

  private static PGSimpleDataSource source() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(ADDRESS.url());
    source.setUser(ADDRESS.user());
    source.setPassword(ADDRESS.password());
    return source;
  }

  /** A user's own sockets, counted. */
  public static final class OwnSockets extends javax.net.SocketFactory {
    private static final AtomicInteger MADE = new AtomicInteger();

    @Override
    public Socket createSocket() {
      MADE.incrementAndGet();
      return new Socket();
    }

    @Override
    public Socket createSocket(String host, int port) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
      throw new UnsupportedOperationException();
    }
  }
}
