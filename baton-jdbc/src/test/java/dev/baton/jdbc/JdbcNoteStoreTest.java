package dev.baton.jdbc;

import dev.baton.jdbc.operate.JdbcOperationsStore;
import dev.baton.jdbc.task.JdbcNoteStore;
import dev.baton.spi.NoteStore;
import dev.baton.spi.OperationsStore;
import dev.baton.testkit.contract.attempt.NoteStoreContract;

@OnEachDatabase
class JdbcNoteStoreTest extends NoteStoreContract implements OnJdbc {
  private final JdbcFixture fixture;
  private final NoteStore notes;

  JdbcNoteStoreTest(TestDatabase database) {
    fixture = new JdbcFixture(database);
    notes = JdbcNoteStore.of(fixture.dataSource());
  }

  @Override
  protected NoteStore notes() {
    return notes;
  }

  @Override
  protected OperationsStore operations() {
    return JdbcOperationsStore.of(fixture.dataSource());
  }

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
