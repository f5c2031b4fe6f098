package dev.baton.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodeBlocksTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  @Test
  void javaInDocumentsIsCompiledCode() throws IOException {
    List<Path> documents = new ArrayList<>(List.of(Path.of("README.md")));
    try (Stream<Path> files = Files.list(ROOT.resolve("docs"))) {
      files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(documents::add);
    }
    List<String> wrong = new ArrayList<>();
    for (Path document : documents) {
      wrong.addAll(CodeBlocks.wrong(ROOT, ROOT.relativize(ROOT.resolve(document))));
    }
    assertThat(String.join("\n\n", wrong)).isEmpty();
  }

  /** Checks the imports. With {@code -Dbaton.updateDocs=true} it writes them. */
  @Test
  void eachDocumentNamesTheImportsOfItsCode() throws IOException {
    try (Stream<Path> files = Files.list(ROOT.resolve("docs"))) {
      for (Path file : files.filter(file -> file.toString().endsWith(".md")).sorted().toList()) {
        String page = Files.readString(file);
        String expected = CodeImports.withImports(ROOT, page);
        if (Boolean.getBoolean("baton.updateDocs") && !expected.equals(page)) {
          Files.writeString(file, expected);
        } else {
          assertThat(page).as("%s; -Dbaton.updateDocs=true writes it", file).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void importsOfDocumentAreThoseThatItsCodeUses(@TempDir Path folder) throws IOException {
    Files.writeString(
        folder.resolve("A.java"),
        "import java.util.List;\n"
            + "import java.util.Set;\n"
            + "// region a\n"
            + "List<String> a;\n"
            + "// endregion\n");
    String page = "# A\n\n<!-- code: A.java#a -->\n```java\nList<String> a;\n```\n";
    String named = CodeImports.withImports(folder, page);
    assertThat(named).endsWith("```java\nimport java.util.List;\n```\n");
    assertThat(CodeImports.withImports(folder, named)).isEqualTo(named);
    assertThat(CodeImports.withImports(folder, "# A\n")).isEqualTo("# A\n");

    Path sources = Files.createDirectories(folder.resolve("core/a/src/main/java/a"));
    Files.writeString(sources.resolve("B.java"), "");
    assertThat(CodeImports.withImports(folder, page + "\nA `B`. <!-- import a.B -->\n"))
        .endsWith("```java\nimport a.B;\nimport java.util.List;\n```\n");
    assertThatThrownBy(() -> CodeImports.withImports(folder, "<!-- import a.C -->"))
        .hasMessageContaining("a.C");
  }

  @Test
  void changedCodeIsFound(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("A.java"), "  // region a\n  int a = 1;\n  // endregion\n");
    String block = "<!-- code: A.java#a -->\n```java\n%s\n```\n";
    Files.writeString(folder.resolve("a.md"), block.formatted("int a = 1;"));
    Files.writeString(folder.resolve("b.md"), block.formatted("int a = 2;"));
    Files.writeString(folder.resolve("c.md"), "```java\nint a = 1;\n```\n");

    assertThat(CodeBlocks.wrong(folder, Path.of("a.md"))).isEmpty();
    assertThat(CodeBlocks.wrong(folder, Path.of("b.md")))
        .containsExactly("b.md:2 must be, as A.java has it:\nint a = 1;");
    assertThat(CodeBlocks.wrong(folder, Path.of("c.md")))
        .containsExactly("c.md:1 has no comment before it that names its code");
  }
}
