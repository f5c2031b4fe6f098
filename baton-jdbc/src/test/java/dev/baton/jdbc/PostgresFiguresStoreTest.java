package dev.baton.jdbc;

import dev.baton.spi.FiguresStore;
import dev.baton.testkit.contract.FiguresStoreContract;

class PostgresFiguresStoreTest extends FiguresStoreContract implements OnJdbc {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.POSTGRES);
  private final FiguresStore figures = JdbcFiguresStore.of(fixture.dataSource());

  @Override
  protected FiguresStore figures() {
    return figures;
  }

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
