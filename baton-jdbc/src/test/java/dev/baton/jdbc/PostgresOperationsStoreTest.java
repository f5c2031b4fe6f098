package dev.baton.jdbc;

import dev.baton.spi.FiguresStore;
import dev.baton.spi.OperationsStore;
import dev.baton.testkit.contract.OperationsStoreContract;

class PostgresOperationsStoreTest extends OperationsStoreContract implements OnJdbc {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.POSTGRES);
  private final JdbcOperationsStore operations = JdbcOperationsStore.of(fixture.dataSource());
  private final JdbcFiguresStore figures = JdbcFiguresStore.of(fixture.dataSource());

  @Override
  public FiguresStore figures() {
    return figures;
  }

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }

  @Override
  public OperationsStore operations() {
    return operations;
  }
}
