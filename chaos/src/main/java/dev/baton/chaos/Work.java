package dev.baton.chaos;

/**
 * A task's payload.
 *
 * @param addId names the add in journals and tables
 * @param millis how long the handler works
 * @param failures how many attempts fail after their work
 */
record Work(String addId, int millis, int failures) {

  String text() {
    return addId + " " + millis + " " + failures;
  }

  static Work parse(String text) {
    String[] words = text.split(" ");
    return new Work(words[0], Integer.parseInt(words[1]), Integer.parseInt(words[2]));
  }
}
