/** The contracts of stores, and a simulator that finds faults which the contracts miss. */
module dev.baton.tck {
  requires transitive dev.baton.core;
  requires transitive org.junit.jupiter.api;
  requires transitive org.junit.jupiter.params;
  requires org.slf4j;
  requires static org.assertj.core;

  exports dev.baton.tck;
  exports dev.baton.tck.contract;
  exports dev.baton.tck.contract.again;
  exports dev.baton.tck.contract.attempt;
  exports dev.baton.tck.contract.cluster;
  exports dev.baton.tck.contract.core;
  exports dev.baton.tck.contract.label;
  exports dev.baton.tck.contract.limits;
  exports dev.baton.tck.contract.operate;
  exports dev.baton.tck.contract.order;
  exports dev.baton.tck.contract.tasks;
  exports dev.baton.tck.contract.transactions;
  exports dev.baton.tck.contract.waits;
  exports dev.baton.tck.simulation;
  exports dev.baton.tck.table;
}
