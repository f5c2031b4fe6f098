package dev.baton.cli;

import dev.baton.cli.client.OperationsClient;
import dev.baton.cli.client.TaskQuery;
import dev.baton.cli.text.Failure;
import dev.baton.cli.text.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A task's id as the user typed it: all of it, or enough of its first characters to be unique.
 *
 * <p>Ids that Baton generates begin with their creation time, so the first characters limit the
 * search to a short time range.
 *
 * @param text in lower case
 */
record TaskId(String text) {
  private static final int WHOLE = 36;

  /** Number of hexadecimal digits that covers about a minute of ids. */
  private static final int MIN_DIGITS = 8;

  private static final int DIGITS_OF_TIME = 12;
  private static final int PAGE = 500;
  private static final int MAX_PAGES = 20;

  /** Maximum difference between the clocks of a node and of the database. */
  private static final Duration SLACK = Duration.ofMinutes(1);

  private static final Pattern TYPED = Pattern.compile("[0-9a-f]{8}[0-9a-f-]{0,28}");

  /** Rejects text that can't be the beginning of an id. */
  static final class Converter implements ITypeConverter<TaskId> {
    @Override
    public TaskId convert(String typed) {
      String text = typed.toLowerCase(Locale.ROOT);
      String whole = "00000000-0000-0000-0000-000000000000";
      if (!TYPED.matcher(text).matches() || !isUuid(text + whole.substring(text.length()))) {
        throw new TypeConversionException(
            "'"
                + typed
                + "' should be a task's id, or at least the first "
                + MIN_DIGITS
                + " characters of one");
      }
      return new TaskId(text);
    }

    private static boolean isUuid(String text) {
      try {
        return UUID.fromString(text).toString().equals(text);
      } catch (IllegalArgumentException notOne) {
        return false;
      }
    }
  }

  /** Returns the complete id. Searches for it if the user typed only its beginning. */
  UUID whole(OperationsClient client) {
    if (text.length() == WHOLE) {
      return UUID.fromString(text);
    }
    Set<String> found = new TreeSet<>();
    @Nullable String after = null;
    for (int page = 0; page < MAX_PAGES && found.size() < 2; page++) {
      ObjectNode tasks = client.tasks(around(), after, PAGE);
      for (JsonNode task : tasks.path("items")) {
        String id = Json.text(task, "id");
        if (id.startsWith(text)) {
          found.add(id);
        }
      }
      after = tasks.has("next") ? Json.text(tasks, "next") : null;
      if (after == null) {
        return only(found);
      }
    }
    if (found.size() > 1) {
      return only(found);
    }
    throw Failure.refused(
        "Too many tasks were added at the time of an id that begins with "
            + text
            + ": give the whole id");
  }

  private UUID only(Set<String> found) {
    if (found.isEmpty()) {
      throw Failure.refused(
          "No task has an id that begins with "
              + text
              + ". Give ids that your code has chosen in full");
    }
    if (found.size() > 1) {
      throw Failure.refused(
          "Several tasks have an id that begins with " + text + ": " + String.join(", ", found));
    }
    return UUID.fromString(found.iterator().next());
  }

  /** Returns a query for the tasks that were added when such an id was generated. */
  private TaskQuery around() {
    String digits = text.replace("-", "");
    String time = digits.substring(0, Math.min(digits.length(), DIGITS_OF_TIME));
    int open = DIGITS_OF_TIME - time.length();
    Instant first = Instant.ofEpochMilli(Long.parseLong(time + "0".repeat(open), 16));
    Instant last = Instant.ofEpochMilli(Long.parseLong(time + "f".repeat(open), 16));
    Map<String, List<String>> terms = new LinkedHashMap<>();
    terms.put("createdFrom", List.of(first.minus(SLACK).toString()));
    terms.put("createdTo", List.of(last.plus(SLACK).toString()));
    return new TaskQuery(terms);
  }
}
