package dev.baton.benchmarks.work;

import java.util.List;

/** The list of all works. */
public final class Works {
  private static final List<Work> ALL =
      List.of(
          new AddsOneByOne(),
          new Backlog(),
          new StartInOneProcess(),
          new StartInAnotherProcess(),
          new FastBehindSlow(),
          new CostPerTask(),
          new SteadyLoad(),
          new UnderOldSnapshot(),
          new CostPerClaim(),
          new SeveralProcesses(),
          new DueAtOnce(),
          new RetriesAndSchedules(),
          new Payloads(),
          new JustStarted(),
          new InTransactions(),
          new Named(),
          new StartWhileBusy(),
          new Idle(),
          new LargeBesideSmall(),
          new Workflows());

  private Works() {}

  public static List<Work> all() {
    return ALL;
  }

  public static List<String> names() {
    return ALL.stream().map(Work::name).toList();
  }
}
