package dev.baton.chaos.process;

/**
 * The payload of a task.
 *
 * @param addId identifies the add in journals and tables
 * @param millis duration of the handler
 * @param failures number of attempts that fail after their work
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
