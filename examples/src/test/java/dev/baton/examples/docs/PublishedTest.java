package dev.baton.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** Every published module has a name, and the BOM and the README name it. */
class PublishedTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  @Test
  void bomNamesExactlyThePublishedModules() throws Exception {
    Element bom = pom(ROOT.resolve("core/baton-bom/pom.xml"));
    Element managed = (Element) bom.getElementsByTagName("dependencyManagement").item(0);
    assertThat(texts(managed, "artifactId")).containsExactlyElementsOf(published().keySet());
    assertThat(text(bom, "version")).isEqualTo(text(pom(ROOT.resolve("pom.xml")), "version"));
  }

  @Test
  void publishedModulesHaveDescriptionAndModuleName() throws Exception {
    for (Map.Entry<String, Element> module : published().entrySet()) {
      assertThat(text(module.getValue(), "name")).as(module.getKey()).isNotBlank();
      assertThat(text(module.getValue(), "description")).as(module.getKey()).isNotBlank();
      assertThat(texts(module.getValue(), "module.name"))
          .as(module.getKey())
          .singleElement()
          .asString()
          .startsWith("dev.baton.");
    }
    assertThat(published().values().stream().map(pom -> texts(pom, "module.name").get(0)))
        .doesNotHaveDuplicates();
  }

  /** Maven appends a module's name to inherited addresses unless the pom forbids it. */
  @Test
  void eachModuleHasTheAddressesOfTheProject() throws Exception {
    Element parent = pom(ROOT.resolve("pom.xml"));
    Element scm = (Element) parent.getElementsByTagName("scm").item(0);
    assertThat(parent.getAttribute("child.project.url.inherit.append.path")).isEqualTo("false");
    for (String address : List.of("connection", "developerConnection", "url")) {
      assertThat(scm.getAttribute("child.scm." + address + ".inherit.append.path"))
          .as(address)
          .isEqualTo("false");
    }
  }

  @Test
  void pageNamesThePurposeOfEachPublishedModule() throws Exception {
    String page = Files.readString(ROOT.resolve("docs/build-files.md"));
    assertThat(published().keySet())
        .allSatisfy(module -> assertThat(page).contains("`" + module + "`"));
  }

  /** The module path refuses two modules with the same package. */
  @Test
  void publishedModulesShareNoPackage() throws Exception {
    Map<String, String> modules = new TreeMap<>();
    for (String module : published().keySet()) {
      Path sources = folder(module).resolve("src/main/java");
      try (Stream<Path> files = Files.walk(sources)) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .filter(file -> !file.endsWith("module-info.java"))
            .map(file -> sources.relativize(file.getParent()).toString())
            .distinct()
            .forEach(
                name -> assertThat(modules.put(name, module)).as(name + " of " + module).isNull());
      }
    }
    assertThat(modules).isNotEmpty();
  }

  /** Returns the poms of the published modules by artifact id. */
  static Map<String, Element> published() throws Exception {
    Map<String, Element> modules = new TreeMap<>();
    for (Path folder : moduleFolders()) {
      Element pom = pom(folder.resolve("pom.xml"));
      boolean isPublished =
          !text(pom, "packaging").equals("pom")
              && !texts(pom, "maven.deploy.skip").contains("true");
      if (isPublished) {
        modules.put(text(pom, "artifactId"), pom);
      }
    }
    return modules;
  }

  /** Returns the folder of a module. */
  static Path folder(String module) throws Exception {
    return moduleFolders().stream()
        .filter(folder -> folder.endsWith(module))
        .findAny()
        .orElseThrow();
  }

  private static List<Path> moduleFolders() throws Exception {
    return texts(pom(ROOT.resolve("pom.xml")), "module").stream().map(ROOT::resolve).toList();
  }

  private static Element pom(Path file) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(file.toFile())
        .getDocumentElement();
  }

  /** Returns the text of a direct child element of the project. */
  private static String text(Element pom, String name) {
    for (Node node = pom.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node.getNodeName().equals(name)) {
        return node.getTextContent();
      }
    }
    return "";
  }

  /** Returns the texts of an element anywhere in the pom. */
  private static List<String> texts(Element pom, String name) {
    NodeList found = pom.getElementsByTagName(name);
    return Stream.iterate(0, i -> i < found.getLength(), i -> i + 1)
        .map(i -> found.item(i).getTextContent())
        .toList();
  }
}
