package dev.baton.testkit;

import dev.baton.api.Transaction;
import dev.baton.spi.NoteStore;
import dev.baton.spi.TaskStore;
import dev.baton.spi.Transactions;
import dev.baton.testkit.contract.MemoryStoreFixture;
import dev.baton.testkit.contract.NoteStoreContract;
import java.time.Duration;

class MemoryNoteStoreTest extends NoteStoreContract {
  private final MemoryStoreFixture memory = new MemoryStoreFixture();
  private final NoteStore notes = new MemoryNoteStore(memory.store());

  @Override
  protected NoteStore notes() {
    return notes;
  }

  @Override
  public TaskStore store() {
    return memory.store();
  }

  @Override
  public Transactions transactions() {
    return memory.transactions();
  }

  @Override
  public Undo savepoint(Transaction transaction) {
    return memory.savepoint(transaction);
  }

  @Override
  public void passTime(Duration duration) {
    memory.passTime(duration);
  }
}
