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
 * One node's places in the queues of a limit. A place is an ephemeral sequential node; the first
 * {@code limit} places are permits. Places before ours only ever disappear, so what was granted
 * once stays so until it is deleted or its session ends, and a list that is a little old grants too
 * little, never too much. What bears our name in the list is ours, whether or not we were told that
 * we made it. Owned by the keeper thread.
 */
final class PermitQueue {
  private static final int DIGITS = 10;

  private final String root;
  private final int limit;
  private final String instance = UUID.randomUUID().toString();
  private long session;
  private int generation;

  /** Places in a queue, the first first. */
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

  /** True when another session has begun: what we had is gone, or goes with the old one. */
  boolean enter(Session current) {
    if (current.id() == session) {
      return false;
    }
    session = current.id();
    generation++;
    return true;
  }

  /** Looks, and has {@code watcher} told when the queue changes. */
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
   * Deletes a place with a name of a former session that was made in this one: the session changed
   * between the naming and the making. One of the former session stays until that has ended, for
   * what it permitted may still run.
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

  /** ZooKeeper's own number, the last ten digits; anything else that lies there counts as first. */
  private static long sequence(String name) {
    String digits = name.substring(Math.max(0, name.length() - DIGITS));
    return digits.matches("[0-9]{10}") ? Long.parseLong(digits) : -1;
  }

  private String path(String key) {
    // The letter keeps an empty key, "." and ".." from being no name at all.
    return root + "/k" + URLEncoder.encode(key, StandardCharsets.UTF_8);
  }
}
