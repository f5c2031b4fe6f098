package dev.baton.spring.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the Javadoc of a source file for a reference page. */
final class SourceDocs {
  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*\\*(?<text>.*?)\\*/\\s*");
  private static final Pattern METHOD =
      Pattern.compile(
          "\\G(?:@\\w+[^\\n]*\\s+)?public (?:final )?(?:<[^>]+> )?(?<returns>\\w+)(?:<[^>]+>)? (?<call>\\w+\\([^)]*\\))");

  private static final Pattern ATTRIBUTE =
      Pattern.compile("\\G\\w+ (?<name>\\w+)\\(\\)(?: default (?<usual>[^;]+))?;");

  private SourceDocs() {}

  /** Returns the public methods that return the class itself, with their first sentences. */
  static Map<String, String> refinements(Path file, String returns) throws IOException {
    String source = Files.readString(file);
    Map<String, String> found = new LinkedHashMap<>();
    Matcher comment = COMMENT.matcher(source);
    Matcher method = METHOD.matcher(source);
    while (comment.find()) {
      if (method.find(comment.end())
          && method.start() == comment.end()
          && method.group("returns").equals(returns)) {
        String call = method.group("call").replaceAll("\\s+", " ").replace("( ", "(");
        found.put(call, firstSentence(comment.group("text")));
      }
    }
    return found;
  }

  /** Returns the parameters in the comment of the next record. */
  static Map<String, String> parameters(Path file, String record) throws IOException {
    String source = Files.readString(file);
    Map<String, String> found = new LinkedHashMap<>();
    Matcher comment = COMMENT.matcher(source);
    while (comment.find()) {
      String after = source.substring(comment.end()).replaceFirst("^@\\S+\\s+", "");
      if (after.startsWith("public record " + record + "(")) {
        String[] parts = plain(comment.group("text")).split("@param ");
        for (int i = 1; i < parts.length; i++) {
          String[] words = parts[i].strip().split(" ", 2);
          found.put(words[0], words[1].strip());
        }
      }
    }
    return found;
  }

  /**
   * An attribute of an annotation.
   *
   * @param usual the default in the source; empty for a required attribute
   */
  record Attribute(String name, String usual, String meaning) {}

  /** Returns the attributes of the annotation in this file, with their first sentences. */
  static List<Attribute> attributes(Path file) throws IOException {
    String source = Files.readString(file);
    List<Attribute> found = new ArrayList<>();
    Matcher comment = COMMENT.matcher(source);
    Matcher attribute = ATTRIBUTE.matcher(source);
    while (comment.find()) {
      if (attribute.find(comment.end()) && attribute.start() == comment.end()) {
        String usual = attribute.group("usual");
        found.add(
            new Attribute(
                attribute.group("name"),
                usual == null ? "" : usual,
                firstSentence(comment.group("text"))));
      }
    }
    return found;
  }

  /** Returns the value of {@code @DefaultValue} for each component. */
  static Map<String, String> defaults(Path file) throws IOException {
    Map<String, String> found = new LinkedHashMap<>();
    Matcher usual =
        Pattern.compile("@DefaultValue\\(\"([^\"]+)\"\\) \\w+ (\\w+)")
            .matcher(Files.readString(file));
    while (usual.find()) {
      found.put(usual.group(2), usual.group(1));
    }
    return found;
  }

  private static String firstSentence(String comment) {
    String text = plain(comment).split(" @param | @return | @throws |<p>|<pre>")[0].strip();
    Matcher end = Pattern.compile("[.:](?= |$)").matcher(text);
    return end.find() ? text.substring(0, end.start()) : text;
  }

  private static String plain(String comment) {
    return comment
        .replaceAll("(?m)^\\s*\\*", " ")
        .replaceAll("\\s+", " ")
        .replaceAll("\\{@(?:code|link) #?([^}]*)}", "`$1`")
        .strip();
  }
}
