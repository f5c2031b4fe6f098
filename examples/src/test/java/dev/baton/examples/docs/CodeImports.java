package dev.baton.examples.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The imports of a document's Java code, from its blocks that show regions of a file, and from
 * comments such as {@code <!-- import dev.baton.move.LostTasks -->} for names in its text. They are
 * at the document's end, for readers who copy a block.
 */
final class CodeImports {
  private static final String TITLE = "## Imports\n";
  private static final Pattern PIECE =
      Pattern.compile("<!-- code: ([^\\s#]+\\.java)#\\S+ -->\n```java\n(.*?)\n```", Pattern.DOTALL);
  private static final Pattern NAMED = Pattern.compile("<!-- import ([\\w.]+) -->");
  private static final Pattern IMPORT =
      Pattern.compile("^import (static )?([\\w.]+\\.(\\w+));$", Pattern.MULTILINE);
  private static final int MODULE_DEPTH = 2;
  private static final Pattern NAME = Pattern.compile("\\b[A-Z]\\w+");

  private CodeImports() {}

  /** Returns the document with its imports at the end. */
  static String withImports(Path root, String document) throws IOException {
    int end = document.indexOf(TITLE);
    String text = end < 0 ? document : document.substring(0, end);
    TreeSet<String> all = new TreeSet<>();
    Matcher pieces = PIECE.matcher(text);
    while (pieces.find()) {
      all.addAll(of(root, Path.of(pieces.group(1)), pieces.group(2)));
    }
    Matcher named = NAMED.matcher(text);
    while (named.find()) {
      if (!exists(root, named.group(1))) {
        throw new IllegalStateException("A document imports a missing class: " + named.group(1));
      }
      all.add("import " + named.group(1) + ";");
    }
    if (all.isEmpty()) {
      return document;
    }
    return text.stripTrailing()
        + "\n\n"
        + TITLE
        + "\n"
        + "<!-- imports -->\n```java\n"
        + String.join("\n", all)
        + "\n```\n";
  }

  private static boolean exists(Path root, String name) throws IOException {
    Path file = Path.of("src/main/java", name.replace('.', '/') + ".java");
    try (Stream<Path> folders = Files.walk(root, MODULE_DEPTH)) {
      return folders.anyMatch(folder -> Files.exists(folder.resolve(file)));
    }
  }

  private static List<String> of(Path root, Path file, String piece) throws IOException {
    TreeSet<String> found = new TreeSet<>();
    String source = Files.readString(root.resolve(file));
    Matcher imports = IMPORT.matcher(source);
    while (imports.find()) {
      boolean isOfTheExample = imports.group(2).startsWith("dev.baton.examples.");
      if (!isOfTheExample && piece.matches("(?s).*\\b" + imports.group(3) + "\\b.*")) {
        found.add(imports.group());
      }
    }
    // A class of the file's own package needs no import in the file, but a reader's copy needs one.
    Path main = Path.of(file.toString().replace("src/test/", "src/main/")).resolveSibling("");
    String folder = main.toString().replaceAll(".*src/main/java/", "").replace('/', '.');
    Matcher names = NAME.matcher(piece);
    while (names.find()) {
      boolean isShipped = !folder.startsWith("dev.baton.examples");
      if (isShipped && Files.exists(root.resolve(main).resolve(names.group() + ".java"))) {
        found.add("import " + folder + "." + names.group() + ";");
      }
    }
    return List.copyOf(found);
  }
}
