package dev.baton.benchmarks.hour;

/** Other work on the database while tasks are added at a steady rate. */
enum Form {
  QUIET("nothing else"),
  SNAPSHOT("a transaction that began before all tasks stays open"),
  READER("another connection reads all finished tasks again and again"),
  BURST("a sixth of the time, 1.5 times as many tasks are added");

  private final String about;

  Form(String about) {
    this.about = about;
  }

  String about() {
    return about;
  }
}
