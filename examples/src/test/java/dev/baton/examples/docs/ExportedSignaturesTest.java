package dev.baton.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Users and authors of stores can name every type in the signatures of exported packages. */
class ExportedSignaturesTest {
  /** Packages of modules with a {@code module-info} that only Baton's own modules can read. */
  private final Set<String> hidden = new HashSet<>();

  @Test
  void exportedSignaturesNameOnlyExportedTypes() throws Exception {
    List<Path> modules = new ArrayList<>();
    for (String artifact : PublishedTest.published().keySet()) {
      Path classes = PublishedTest.folder(artifact).resolve("target/classes");
      // A build of some modules doesn't compile all of them.
      if (Files.exists(classes)) {
        modules.add(classes);
        hidden.addAll(hiddenPackages(classes));
      }
    }
    // The names of other libraries' types are enough; reading their jars takes half a minute.
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    Set<String> wrong = new TreeSet<>();
    for (Path classes : modules) {
      for (JavaClass type : new ClassFileImporter().importPath(classes)) {
        if (isSeen(type)) {
          signatures(type)
              .flatMap(signature -> signature.getAllInvolvedRawTypes().stream())
              .filter(named -> isHidden(named.getBaseComponentType()))
              .forEach(named -> wrong.add(type.getName() + " names " + named.getName()));
        }
      }
    }
    assertThat(hidden).contains("dev.baton.engine", "dev.baton.handler.internal");
    assertThat(wrong).isEmpty();
  }

  private static Set<String> hiddenPackages(Path classes) {
    if (!Files.exists(classes.resolve("module-info.class"))) {
      return Set.of();
    }
    ModuleDescriptor module = ModuleFinder.of(classes).findAll().iterator().next().descriptor();
    Set<String> packages = new TreeSet<>(module.packages());
    module.exports().stream()
        .filter(export -> !export.isQualified())
        .forEach(export -> packages.remove(export.source()));
    return packages;
  }

  private boolean isHidden(JavaClass type) {
    return hidden.contains(type.getPackageName()) || type.getPackageName().endsWith(".internal");
  }

  private boolean isSeen(JavaClass type) {
    return isOpen(type.getModifiers())
        && type.getEnclosingClass().map(this::isSeen).orElse(true)
        && !isHidden(type);
  }

  private static boolean isOpen(Set<JavaModifier> modifiers) {
    return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
  }

  /** Returns the types that a class extends, and those of its members that users can call. */
  private static Stream<JavaType> signatures(JavaClass type) {
    List<JavaType> types = new ArrayList<>(type.getInterfaces());
    type.getSuperclass().ifPresent(types::add);
    for (JavaMember member : type.getMembers()) {
      if (isOpen(member.getModifiers())
          && !member.getModifiers().contains(JavaModifier.SYNTHETIC)) {
        if (member instanceof JavaCodeUnit code) {
          types.add(code.getReturnType());
          types.addAll(code.getParameterTypes());
        } else {
          types.add(((JavaField) member).getType());
        }
      }
    }
    return types.stream();
  }
}
