package dev.baton.cli.text;

import java.io.PrintWriter;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Prints results: tables and sentences for people, or JSON. */
public final class Output {
  private final PrintWriter out;
  private final PrintWriter err;
  private final boolean json;
  private final int width;

  public Output(PrintWriter out, PrintWriter err, boolean json, int width) {
    this.out = out;
    this.err = err;
    this.json = json;
    this.width = width;
  }

  public boolean isJson() {
    return json;
  }

  /** Prints a list: its items as a table, and how to get the next page. */
  public void list(ObjectNode page, Table table, String whenEmpty) {
    if (json) {
      json(page);
      return;
    }
    JsonNode items = page.path("items");
    String next = Json.text(page, "next");
    if (items.isEmpty()) {
      note(
          next.isEmpty()
              ? whenEmpty
              : "None so far; continue the search: --after '" + Text.line(next) + "'");
      return;
    }
    table.lines(items, width).forEach(out::println);
    if (!next.isEmpty()) {
      note("More exist: --after '" + Text.line(next) + "'");
    }
  }

  /** Prints a part of a larger result under its title. */
  public void section(String title, JsonNode items, Table table) {
    out.println();
    out.println(title);
    table.lines(items, width).forEach(out::println);
  }

  /** Prints one object: a line for each of its members. */
  public void details(Map<String, String> members) {
    int widest = members.keySet().stream().mapToInt(String::length).max().orElse(0);
    members.forEach(
        (name, value) -> {
          if (!value.isEmpty()) {
            String indented =
                Text.harmless(value.strip()).replace("\n", "\n" + " ".repeat(widest + 2));
            out.println(name + " ".repeat(widest - name.length() + 2) + indented);
          }
        });
  }

  public void json(JsonNode answer) {
    out.println(Json.pretty(answer));
  }

  /** Prints a result: the response as JSON, or the sentence. */
  public void result(JsonNode answer, String sentence) {
    if (json) {
      json(answer);
    } else {
      say(sentence);
    }
  }

  /** Prints a sentence that is the result. */
  public void say(String sentence) {
    out.println(Text.harmless(sentence));
  }

  /** Prints a sentence on standard error, where no script reads it. */
  public void note(String sentence) {
    err.println(Text.harmless(sentence));
  }
}
