package dev.baton.chaos.fault;

import dev.baton.chaos.process.Fleet;
import dev.baton.chaos.process.Links;
import java.util.Locale;

/** A fault to inject into a run, with the moment from which its recovery counts. */
public enum FaultKind {
  KILL_WORKER("kill -9 of a worker", "the kill"),
  FULL_HEAP("a worker's heap is full for longer than its leases", "the end of it"),
  STOP_WORKER("SIGSTOP of a worker for longer than its leases, then SIGCONT", "the stop"),
  ROLLING_RESTART("SIGTERM and restart of each worker in turn", "the last restart"),
  OTHER_VERSION(
      "each process is replaced by one of the other version; half of them, and others, are killed",
      "the last start"),
  KILL_ADDER("kill -9 of an adder", "the kill"),
  KILL_DATABASE("kill -9 of the database, then restart", "the database's first answer"),
  END_CONNECTIONS("the database closes every connection", "their end"),
  SLOW_NETWORK("all traffic is delayed for three seconds", "the end of it"),
  CUT_NETWORK("all connections cut, several times", "the last cut"),
  SILENT_WORKER("a worker's network is silent for longer than its leases", "the silence's begin"),
  SILENT_NETWORK("all networks are silent for a while", "the silence's end"),
  CUT_BEFORE_COMMIT("connections are cut before COMMIT reaches the database", "the last cut"),
  CUT_BEFORE_ANSWER("connections are cut before COMMIT's response returns", "the last cut"),
  KILL_KAFKA("kill -9 of the Kafka broker, then restart", "the kill"),
  KILL_ZOOKEEPER("kill -9 of ZooKeeper, then restart", "the kill"),
  SLOW_DATABASE("ends are so slow in the database that outcomes wait past a lease", "the last"),
  STOP_BUCKET(
      "all buckets but one are stopped for longer than a lease, under load, then started",
      "the start"),
  PAUSE_ZOOKEEPER("SIGSTOP of ZooKeeper for longer than its sessions, then SIGCONT", "the stop");

  private final String words;
  private final String countsFrom;

  FaultKind(String words, String countsFrom) {
    this.words = words;
    this.countsFrom = countsFrom;
  }

  /** Returns whether a run with these links has the target of this fault. */
  public boolean isPossible(Links links) {
    return switch (this) {
      case OTHER_VERSION -> Fleet.hasOtherVersion();
      case KILL_KAFKA -> links.hints() == Links.Hints.KAFKA;
      case KILL_ZOOKEEPER, PAUSE_ZOOKEEPER -> links.leaders() == Links.Leaders.ZOOKEEPER;
      default -> true;
    };
  }

  public String words() {
    return words;
  }

  public String countsFrom() {
    return countsFrom;
  }

  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
