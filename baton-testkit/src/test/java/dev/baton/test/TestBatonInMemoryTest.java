package dev.baton.test;

import dev.baton.testkit.contract.TestBatonContract;

final class TestBatonInMemoryTest extends TestBatonContract {
  @Override
  protected TestBaton.Builder cluster() {
    return TestBaton.inMemory();
  }
}
