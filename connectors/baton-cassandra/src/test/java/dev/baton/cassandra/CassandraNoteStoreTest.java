package dev.baton.cassandra;

import dev.baton.cassandra.task.CassandraNoteStore;
import dev.baton.spi.NoteStore;
import dev.baton.spi.core.CoreStore;
import dev.baton.tck.ManualClock;
import dev.baton.tck.contract.attempt.NoteStoreContract;
import java.time.Duration;

/** The contract of notes, on a server. */
class CassandraNoteStoreTest implements NoteStoreContract {
  private final ManualClock clock = TestKeyspace.clock();
  private final TestKeyspace.Node node = TestKeyspace.empty().node(clock);
  private final NoteStore store = new CassandraNoteStore(node.cql(), node.shards(), node.clock());

  @Override
  public NoteStore notes() {
    return store;
  }

  @Override
  public CoreStore store() {
    return node.tasks();
  }

  @Override
  public void passTime(Duration duration) {
    clock.advance(duration);
  }
}
