package dev.baton.zookeeper;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.apache.curator.framework.api.CuratorEvent;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.data.Stat;

/**
 * A node's places in the queues of a limit. A place is an ephemeral sequential node; the first
 * {@code limit} places are permits. Places before the node's own only ever disappear, so a granted
 * permit stays until its place is deleted or its session ends. A slightly outdated list therefore
 * grants too few permits, never too many. Places with the node's name belong to it, even if the
 * response to their creation was lost. Owned by the keeper thread.
 */
final class PermitQueue {
  private static final int DIGITS = 10;

  private final String root;
  private final int limit;
  private final String instance = UUID.randomUUID().toString();
  private long session;
  private int generation;

  /** Places in a queue, in order. */
  record Places(List<String> granted, List<String> queued, List<String> stale, int total) {
    Permits.Told told(int limit) {
      int others = Math.max(0, total - limit) - queued.size();
      return new Permits.Told(granted.size(), queued.size(), Math.max(0, others), total);
    }
  }

  PermitQueue(String root, int limit) {
    this.root = root;
    this.limit = limit;
  }

  /**
   * Returns true if another session has begun: this node's earlier places are gone, or end with the
   * old session.
   */
  boolean enter(Session current) {
    if (current.id() == session) {
      return false;
    }
    session = current.id();
    generation++;
    return true;
  }

  /** Reads the places, and notifies {@code watcher} when the queue changes. */
  Places look(Exchange exchange, String key, CuratorWatcher watcher) {
    CuratorEvent event =
        exchange.ask(
            (c, answer) ->
                c.getChildren().usingWatcher(watcher).inBackground(answer).forPath(path(key)),
            Code.NONODE);
    List<String> all =
        Exchange.codeOf(event) == Code.OK
            ? event.getChildren().stream()
                .sorted(Comparator.comparingLong(PermitQueue::sequence))
                .toList()
            : List.of();
    List<String> first = all.subList(0, Math.min(limit, all.size()));
    return new Places(
        first.stream().filter(this::isOurs).toList(),
        all.subList(first.size(), all.size()).stream().filter(this::isOurs).toList(),
        all.stream().filter(name -> name.startsWith(instance) && !isOurs(name)).toList(),
        all.size());
  }

  void join(Exchange exchange, String key) {
    exchange.ask(
        (c, answer) ->
            c.create()
                .creatingParentContainersIfNeeded()
                .withMode(CreateMode.EPHEMERAL_SEQUENTIAL)
                .inBackground(answer)
                .forPath(path(key) + "/" + prefix()));
  }

  void leave(Exchange exchange, String key, String name) {
    exchange.ask(
        (c, answer) -> c.delete().inBackground(answer).forPath(path(key) + "/" + name),
        Code.NONODE);
  }

  /**
   * Deletes a place that has a former session's name but was created in the current session,
   * because the session changed between choosing the name and creating the place. A place that the
   * former session created stays until that session ends, because tasks that use the place's permit
   * may still run.
   */
  void leaveIfOfThisSession(Exchange exchange, String key, String name) {
    CuratorEvent event =
        exchange.ask(
            (c, answer) -> c.checkExists().inBackground(answer).forPath(path(key) + "/" + name),
            Code.NONODE);
    Stat stat = event.getStat();
    if (stat != null && stat.getEphemeralOwner() == session) {
      leave(exchange, key, name);
    }
  }

  private boolean isOurs(String name) {
    return name.startsWith(prefix());
  }

  private String prefix() {
    return instance + "-" + generation + "-";
  }

  /**
   * Returns the number that ZooKeeper gave the node: its last ten digits. A node without a number
   * is first.
   */
  private static long sequence(String name) {
    String digits = name.substring(Math.max(0, name.length() - DIGITS));
    return digits.matches("[0-9]{10}") ? Long.parseLong(digits) : -1;
  }

  private String path(String key) {
    // The letter before the key makes a valid name even of an empty key, "." and "..".
    return root + "/k" + URLEncoder.encode(key, StandardCharsets.UTF_8);
  }
}
