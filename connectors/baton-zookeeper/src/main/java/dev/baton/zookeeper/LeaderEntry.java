package dev.baton.zookeeper;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import org.apache.zookeeper.data.Stat;

/**
 * The entry of a duty's leader in ZooKeeper.
 *
 * @param holder the node that leads
 * @param term how long it trusts each renewal
 * @param taking how often the duty's seat had been taken, including this time
 * @param session the session to which the seat belongs
 * @param version raised by each renewal; starts again with each taking
 * @param change the transaction that last wrote it; never repeated
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
      throw new IllegalStateException("A leader's seat has data that Baton didn't write: " + text);
    }
  }

  /** Returns the data that a node writes to take or keep a seat. */
  static byte[] data(UUID holder, Duration term, int taking) {
    return (holder + " " + term.toMillis() + " " + taking).getBytes(StandardCharsets.UTF_8);
  }

  boolean isOf(UUID node, Session current) {
    return holder.equals(node) && session == current.id();
  }
}
