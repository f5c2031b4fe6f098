package dev.baton.zookeeper;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import org.apache.zookeeper.data.Stat;

/**
 * What ZooKeeper holds about one duty's leader.
 *
 * @param holder the node that leads
 * @param term for how long it trusts each renewal
 * @param taking how often the duty's seat had been taken, this time included
 * @param session the session the seat goes with
 * @param version raised by each renewal; begins anew with each taking
 * @param change the transaction that wrote it last; never the same again
 */
record LeaderEntry(UUID holder, Duration term, int taking, long session, int version, long change) {

  static LeaderEntry of(byte[] data, Stat stat) {
    String text = new String(data, StandardCharsets.UTF_8);
    String[] words = text.split(" ", -1);
    try {
      return new LeaderEntry(
          UUID.fromString(words[0]),
          Duration.ofMillis(Long.parseLong(words[1])),
          Integer.parseInt(words[2]),
          stat.getEphemeralOwner(),
          stat.getVersion(),
          stat.getMzxid());
    } catch (RuntimeException foreign) {
      throw new IllegalStateException("A leader's seat holds what Baton didn't write: " + text);
    }
  }

  /** What a node writes to take or keep a seat. */
  static byte[] data(UUID holder, Duration term, int taking) {
    return (holder + " " + term.toMillis() + " " + taking).getBytes(StandardCharsets.UTF_8);
  }

  boolean isOf(UUID node, Session current) {
    return holder.equals(node) && session == current.id();
  }
}
