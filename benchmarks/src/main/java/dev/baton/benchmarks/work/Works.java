package dev.baton.benchmarks.work;

import java.util.List;

/** All works. */
public final class Works {
  private static final List<Work> ALL = List.of(new AddsOneByOne(), new Backlog());

  private Works() {}

  public static List<Work> all() {
    return ALL;
  }

  public static List<String> names() {
    return ALL.stream().map(Work::name).toList();
  }
}
