package dev.baton.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodeBlocksTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  /** Their modules' tests compare these with what they run: KafkaDocsIT and GettingStartedTest. */
  private static final Set<String> COMPARED_ELSEWHERE = Set.of("kafka.md", "spring.md");

  @Test
  void javaInDocumentsIsCodeThatIsCompiled() throws IOException {
    List<Path> documents = new ArrayList<>(List.of(Path.of("README.md")));
    try (Stream<Path> files = Files.list(ROOT.resolve("docs"))) {
      files
          .filter(file -> file.toString().endsWith(".md"))
          .filter(file -> !COMPARED_ELSEWHERE.contains(file.getFileName().toString()))
          .sorted()
          .forEach(documents::add);
    }
    List<String> wrong = new ArrayList<>();
    for (Path document : documents) {
      wrong.addAll(CodeBlocks.wrong(ROOT, ROOT.relativize(ROOT.resolve(document))));
    }
    assertThat(String.join("\n\n", wrong)).isEmpty();
  }

  @Test
  void codeThatHasChangedIsFound(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("A.java"), "  // region a\n  int a = 1;\n  // endregion\n");
    String block = "<!-- code: A.java#a -->\n```java\n%s\n```\n";
    Files.writeString(folder.resolve("a.md"), block.formatted("int a = 1;"));
    Files.writeString(folder.resolve("b.md"), block.formatted("int a = 2;"));
    Files.writeString(folder.resolve("c.md"), "```java\nint a = 1;\n```\n");

    assertThat(CodeBlocks.wrong(folder, Path.of("a.md"))).isEmpty();
    assertThat(CodeBlocks.wrong(folder, Path.of("b.md")))
        .containsExactly("b.md:2 must be, as A.java has it:\nint a = 1;");
    assertThat(CodeBlocks.wrong(folder, Path.of("c.md")))
        .containsExactly("c.md:1 doesn't say in the line before it which code it is");
  }
}
