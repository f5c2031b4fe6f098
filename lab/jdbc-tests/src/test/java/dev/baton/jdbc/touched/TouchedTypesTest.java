package dev.baton.jdbc.touched;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Tests that docs/ARCHITECTURE.md's reading list is true: the files that a plain task passes
 * through.
 */
final class TouchedTypesTest {
  /** Threads that the task needs. */
  private static final Set<String> THREADS =
      Set.of("main", "baton-attempt", "baton-PLAIN", "baton-completer", "baton-dispatcher");

  private static final Path ARCHITECTURE = Path.of("../..", "docs", "ARCHITECTURE.md");
  private static final Pattern LISTED = Pattern.compile("\\(\\.\\./[^)]*/java/([^)]*)\\.java\\)");

  @Test
  void aPlainTaskEntersEachListedFile() throws Exception {
    DatabaseAddress address = LocalPostgres.temporary().newDatabase();
    Set<String> entered =
        Tracer.trace(address.url(), address.user(), address.password()).entrySet().stream()
            .filter(thread -> THREADS.stream().anyMatch(thread.getKey()::startsWith))
            .flatMap(thread -> thread.getValue().stream())
            .map(method -> method.replaceFirst("[$#].*", ""))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(readingList()).isNotEmpty().doesNotHaveDuplicates().isSubsetOf(entered);
  }

  private static List<String> readingList() throws IOException {
    String page = Files.readString(ARCHITECTURE);
    int begin = page.indexOf("## The path of one task, file by file");
    String section = page.substring(begin, page.indexOf("\n## ", begin));
    return LISTED.matcher(section).results().map(link -> link.group(1).replace('/', '.')).toList();
  }
}
