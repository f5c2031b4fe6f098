package dev.baton.benchmarks.micro;

import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs the JMH benchmarks of the engine's data structures, one thread each. */
public final class MicroBenchmarks {
  private MicroBenchmarks() {}

  /** Runs the benchmarks and prints JMH's output. A quick run has one short fork. */
  public static void run(boolean quick) throws RunnerException {
    new Runner(
            new OptionsBuilder()
                .include("dev\\.baton\\..*Benchmark")
                .threads(1)
                .forks(quick ? 1 : 3)
                .warmupIterations(quick ? 2 : 5)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(quick ? 3 : 5)
                .measurementTime(TimeValue.seconds(1))
                .build())
        .run();
  }
}
