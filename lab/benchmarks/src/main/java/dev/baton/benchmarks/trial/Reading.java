package dev.baton.benchmarks.trial;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The costs of the server and the processes of a trial up to one moment, and the number of jobs
 * done by then.
 */
public record Reading(
    long nanoTime,
    long done,
    OptionalLong serverCpuNanos,
    long logBytes,
    OptionalLong writeTransactions,
    long nodesCpuNanos,
    long statements) {

  /** Returns the processor time of the processes, and of the server if known, since a reading. */
  public long cpuNanosSince(Reading before) {
    return nodesCpuNanos
        - before.nodesCpuNanos
        + serverCpuNanos.orElse(0)
        - before.serverCpuNanos.orElse(0);
  }

  /** Returns the cost of one job since an earlier reading. */
  public Cost since(Reading before) {
    double jobs = done - before.done;
    return new Cost(
        serverCpuNanos.isPresent()
            ? OptionalDouble.of(
                (serverCpuNanos.getAsLong()
                        - before.serverCpuNanos.orElseThrow()
                        + nodesCpuNanos
                        - before.nodesCpuNanos)
                    / 1e6
                    / jobs)
            : OptionalDouble.empty(),
        (logBytes - before.logBytes) / jobs,
        writeTransactions.isPresent()
            ? OptionalDouble.of(
                (writeTransactions.getAsLong() - before.writeTransactions.orElseThrow()) / jobs)
            : OptionalDouble.empty(),
        (statements - before.statements) / jobs);
  }

  /** The cost of one job; processor time in seconds for 1,000 jobs. */
  public record Cost(
      OptionalDouble cpuSecondsPer1000,
      double logBytes,
      OptionalDouble writeTransactions,
      double statements) {}
}
