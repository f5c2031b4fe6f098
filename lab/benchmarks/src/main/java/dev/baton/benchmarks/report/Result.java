package dev.baton.benchmarks.report;

/** One figure of one contender, over all rounds: a row of the results. */
public record Result(
    String work,
    String contender,
    String metric,
    double median,
    double min,
    double max,
    int rounds) {}
