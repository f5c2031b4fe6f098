package dev.baton.zookeeper;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryNTimes;

/** The clients of one test, which closes them at its end. */
final class Clients implements AutoCloseable {
  private final String address;
  private final Duration sessionTimeout;
  private final List<CuratorFramework> clients = new ArrayList<>();

  Clients(String address, Duration sessionTimeout) {
    this.address = address;
    this.sessionTimeout = sessionTimeout;
  }

  /** Returns a started client, which may not be connected yet. */
  CuratorFramework started() {
    CuratorFramework client =
        CuratorFrameworkFactory.builder()
            .connectString(address)
            .sessionTimeoutMs((int) sessionTimeout.toMillis())
            .connectionTimeoutMs((int) sessionTimeout.toMillis())
            .retryPolicy(new RetryNTimes(1, 50))
            .build();
    client.start();
    clients.add(client);
    return client;
  }

  CuratorFramework connected() throws InterruptedException {
    CuratorFramework client = started();
    if (!client.blockUntilConnected(60, TimeUnit.SECONDS)) {
      throw new AssertionError("No connection to " + address);
    }
    return client;
  }

  @Override
  public void close() {
    clients.forEach(CuratorFramework::close);
  }
}
