package dev.baton.chaos.process;

/**
 * A task's payload.
 *
 * @param addId names the add in journals and tables
 * @param millis how long the handler works
 * @param failures how many attempts fail after their work
 */
public record Work(String addId, int millis, int failures) {

  public String text() {
    return addId + " " + millis + " " + failures;
  }

  public static Work parse(String text) {
    String[] words = text.split(" ");
    return new Work(words[0], Integer.parseInt(words[1]), Integer.parseInt(words[2]));
  }
}
