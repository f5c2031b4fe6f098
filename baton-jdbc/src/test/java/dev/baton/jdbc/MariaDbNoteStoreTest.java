package dev.baton.jdbc;

import dev.baton.jdbc.operate.JdbcOperationsStore;
import dev.baton.jdbc.task.JdbcNoteStore;
import dev.baton.spi.NoteStore;
import dev.baton.spi.OperationsStore;
import dev.baton.testkit.contract.attempt.NoteStoreContract;

class MariaDbNoteStoreTest extends NoteStoreContract implements OnJdbc {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.MARIADB);
  private final NoteStore notes = JdbcNoteStore.of(fixture.dataSource());

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
