package dev.baton.management.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests what the page's files must never contain, also in parts that no browser test reaches. */
class SourcesTest {
  private static final Path PAGE = Path.of("src/main/resources/dev/baton/management/page");

  /** Calls that read markup or a program from a text. */
  private static final Pattern READS_TEXT_AS_MORE =
      Pattern.compile(
          "innerHTML|outerHTML|insertAdjacentHTML|setHTML|parseFromString|createContextualFragment"
              + "|document\\.write|\\beval\\b|new Function|srcdoc|setTimeout\\(\\s*['\"`]"
              + "|javascript:");

  private static final Pattern INLINE =
      Pattern.compile(
          "<style|\\sstyle=|\\son\\w+=|<script(?![^>]*\\ssrc=)", Pattern.CASE_INSENSITIVE);

  private static final Pattern ELSEWHERE = Pattern.compile("(?:https?:)?//(?!www\\.w3\\.org/)\\w");

  @Test
  void textIsNeverReadAsMarkupOrCode() throws IOException {
    assertThat(found(READS_TEXT_AS_MORE, ".js", ".html")).isEmpty();
  }

  @Test
  void pageHasNoInlineScriptOrStyle() throws IOException {
    assertThat(found(INLINE, ".html")).isEmpty();
  }

  @Test
  void nothingIsLoadedFromOtherSites() throws IOException {
    assertThat(found(ELSEWHERE, ".html", ".css", ".js", ".svg")).isEmpty();
  }

  private static List<String> found(Pattern forbidden, String... endings) throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = files(endings)) {
      files.forEach(
          file -> {
            Matcher matcher = forbidden.matcher(text(file));
            while (matcher.find()) {
              found.add(PAGE.relativize(file) + ": " + matcher.group());
            }
          });
    }
    return found;
  }

  private static Stream<Path> files(String... endings) throws IOException {
    return Files.walk(PAGE)
        .filter(file -> Stream.of(endings).anyMatch(file.toString()::endsWith))
        .sorted();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException broken) {
      throw new java.io.UncheckedIOException(broken);
    }
  }
}
