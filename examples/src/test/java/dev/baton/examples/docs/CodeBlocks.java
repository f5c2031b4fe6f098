package dev.baton.examples.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Code in a document (Java, Kotlin, Python, JavaScript), and where it is taken from: the line
 * before each block of it names a file of this repository, {@code <!-- code: FILE -->}, or one or
 * more regions of one, {@code <!-- code: FILE#region+region -->}. A region is what stands between
 * {@code // region NAME} and {@code // endregion}. A block in another language may say so, too.
 */
final class CodeBlocks {
  private static final Pattern SOURCE =
      Pattern.compile("<!-- code: (?<file>[^\\s#]+)(#(?<regions>\\S+))? -->");

  private static final Set<String> COMPARED = Set.of("```java", "```kotlin", "```python", "```js");

  private CodeBlocks() {}

  /** Returns the faults of the document's blocks; empty if the document is correct. */
  static List<String> wrong(Path root, Path document) throws IOException {
    List<String> wrong = new ArrayList<>();
    List<String> lines = Files.readAllLines(root.resolve(document));
    for (int i = 0; i < lines.size(); i++) {
      boolean isImports = i > 0 && lines.get(i - 1).equals("<!-- imports -->");
      boolean isNamed =
          i > 0 && lines.get(i).startsWith("```") && SOURCE.matcher(lines.get(i - 1)).matches();
      if (isImports || (!isNamed && !COMPARED.contains(lines.get(i).strip()))) {
        continue;
      }
      String where = document + ":" + (i + 1);
      int end = lines.subList(i, lines.size()).indexOf("```") + i;
      Matcher source = SOURCE.matcher(i == 0 ? "" : lines.get(i - 1));
      if (!source.matches()) {
        wrong.add(where + " has no comment before it that names its code");
      } else {
        String shown = String.join("\n", lines.subList(i + 1, end));
        String real = code(root.resolve(source.group("file")), source.group("regions"));
        if (!shown.equals(real)) {
          wrong.add(where + " must be, as " + source.group("file") + " has it:\n" + real);
        }
      }
      i = end;
    }
    return wrong;
  }

  private static String code(Path file, @Nullable String regions) throws IOException {
    List<String> lines = Files.readAllLines(file);
    if (regions == null) {
      return String.join("\n", lines);
    }
    List<String> parts = new ArrayList<>();
    for (String region : regions.split("\\+")) {
      parts.add(region(lines, region));
    }
    return String.join("\n\n", parts);
  }

  private static String region(List<String> lines, String name) {
    int begin = strippedIndexOf(lines, "// region " + name, 0);
    int end = begin < 0 ? -1 : strippedIndexOf(lines, "// endregion", begin);
    if (end < 0) {
      return "(no region named " + name + ")";
    }
    List<String> inside = lines.subList(begin + 1, end);
    int indent =
        inside.stream()
            .filter(line -> !line.isBlank())
            .mapToInt(line -> line.length() - line.stripLeading().length())
            .min()
            .orElse(0);
    return inside.stream()
        .map(line -> line.isBlank() ? "" : line.substring(indent))
        .collect(Collectors.joining("\n"))
        .strip();
  }

  private static int strippedIndexOf(List<String> lines, String wanted, int from) {
    for (int i = from; i < lines.size(); i++) {
      if (lines.get(i).strip().equals(wanted)) {
        return i;
      }
    }
    return -1;
  }
}
