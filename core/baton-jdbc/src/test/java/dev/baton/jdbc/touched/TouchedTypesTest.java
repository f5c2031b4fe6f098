package dev.baton.jdbc.touched;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What somebody has to read who follows a plain task from its add to its end: Baton's top-level
 * types that its threads enter. The numbers may only fall; the goals are 70 and 80.
 */
@Tag("deep")
final class TouchedTypesTest {
  /** Threads by which each task goes; the others would run without it, too. */
  private static final Set<String> THREADS =
      Set.of("main", "baton-attempt", "baton-PLAIN", "baton-completer");

  private static final Set<String> AFTER_A_HINT = Set.of("baton-dispatcher");

  private static final Path ARCHITECTURE = Path.of("../..", "docs", "ARCHITECTURE.md");
  private static final Pattern LISTED = Pattern.compile("\\(\\.\\./[^)]*/java/([^)]*)\\.java\\)");
  private static final int MAX_LISTED = 45;

  @ParameterizedTest(name = "local dispatch {0}")
  @CsvSource({"true, 96", "false, 119"})
  void aPlainTaskTouchesFewTypes(boolean dispatchesLocally, int ceiling) throws Exception {
    DatabaseAddress address = LocalPostgres.temporary().newDatabase();
    Map<String, Set<String>> methods =
        Tracer.trace(
            address.url(), address.user(), address.password(), String.valueOf(dispatchesLocally));
    Set<String> entered =
        methods.entrySet().stream()
            .filter(e -> isOnTheWay(e.getKey(), dispatchesLocally))
            .flatMap(e -> e.getValue().stream())
            .filter(method -> !method.contains("$$Lambda"))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> types =
        entered.stream()
            .map(method -> method.replaceFirst("[$#].*", ""))
            .filter(type -> !type.equals(PlainTask.class.getName()))
            .collect(Collectors.toCollection(TreeSet::new));
    System.out.printf(
        "touched: local dispatch %s: %d types, %d methods, by %s%n%s%n",
        dispatchesLocally, types.size(), entered.size(), methods.keySet(), types);
    assertThat(entered).anyMatch(method -> method.startsWith("dev.baton.engine.complete."));
    assertThat(types).hasSizeLessThanOrEqualTo(ceiling);
    if (!dispatchesLocally) {
      assertThat(types).as("of the reading list").containsAll(readingList());
    }
  }

  @Test
  void theReadingListSaysHowLongItIs() throws IOException {
    List<String> listed = readingList();
    assertThat(listed).doesNotHaveDuplicates().hasSizeBetween(1, MAX_LISTED);
    assertThat(section()).contains("These " + listed.size() + " files");
  }

  private static List<String> readingList() throws IOException {
    return LISTED
        .matcher(section())
        .results()
        .map(link -> link.group(1).replace('/', '.'))
        .toList();
  }

  private static String section() throws IOException {
    String page = Files.readString(ARCHITECTURE);
    int begin = page.indexOf("## The way of one task, file by file");
    return page.substring(begin, page.indexOf("\n## ", begin));
  }

  private static boolean isOnTheWay(String thread, boolean dispatchesLocally) {
    Stream<String> others = dispatchesLocally ? Stream.empty() : AFTER_A_HINT.stream();
    return Stream.concat(THREADS.stream(), others).anyMatch(thread::startsWith);
  }
}
