package dev.baton.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that the links between the documents work and reach every document. */
class LinksTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Pattern LINK =
      Pattern.compile("]\\((?<path>[^)\\s#]*)(#(?<anchor>[^)\\s]+))?\\)");
  private static final Pattern BLOCK = Pattern.compile("```.*?```", Pattern.DOTALL);

  @Test
  void everyDocumentIsReachedFromTheReadmeAndFromTheIndex() throws IOException {
    Set<Path> documents = new LinkedHashSet<>();
    try (Stream<Path> files = Files.list(ROOT.resolve("docs"))) {
      files.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
    }
    for (String begin : List.of("README.md", "docs/README.md")) {
      assertThat(reached(ROOT.resolve(begin))).as(begin).containsAll(documents);
    }
  }

  @Test
  void theIndexNamesEachDocumentItself() throws IOException {
    String index = Files.readString(ROOT.resolve("docs/README.md"));
    try (Stream<Path> files = Files.list(ROOT.resolve("docs"))) {
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".md") && !name.equals("README.md"))
          .forEach(name -> assertThat(index).contains("(" + name));
    }
  }

  @Test
  void everyLinkLeadsToAnExistingFileAndHeading() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path document : reached(ROOT.resolve("README.md"))) {
      String text = Files.readString(document);
      Matcher link = LINK.matcher(BLOCK.matcher(text).replaceAll(""));
      while (link.find()) {
        Path target = target(document, link.group("path"));
        String anchor = link.group("anchor");
        if (target != null && !Files.exists(target)) {
          broken.add(document + " → " + link.group());
        } else if (target != null && anchor != null && !headings(target).contains(anchor)) {
          broken.add(document + " → " + link.group() + ", but the heading doesn't exist");
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  private static Set<Path> reached(Path begin) throws IOException {
    Set<Path> reached = new LinkedHashSet<>();
    Deque<Path> next = new ArrayDeque<>(List.of(begin));
    while (!next.isEmpty()) {
      Path document = next.remove();
      if (reached.add(document)) {
        Matcher link = LINK.matcher(Files.readString(document));
        while (link.find()) {
          Path target = target(document, link.group("path"));
          if (target != null && target.toString().endsWith(".md") && Files.exists(target)) {
            next.add(target);
          }
        }
      }
    }
    return reached;
  }

  /** Returns null for a target outside this repository. */
  private static @org.jspecify.annotations.Nullable Path target(Path document, String path) {
    if (path.contains("://") || path.startsWith("mailto:")) {
      return null;
    }
    return path.isEmpty() ? document : document.resolveSibling(path).normalize();
  }

  /** Returns the anchor that websites make from a heading. */
  private static List<String> headings(Path document) throws IOException {
    return BLOCK
        .matcher(Files.readString(document))
        .replaceAll("")
        .lines()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT))
        .map(line -> line.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .toList();
  }
}
