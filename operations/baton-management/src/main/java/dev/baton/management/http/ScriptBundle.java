package dev.baton.management.http;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Combines JavaScript modules into one file, so that a browser needs one request. Each module
 * becomes a function that returns its exports, placed after the modules that it imports. Used by
 * one thread.
 *
 * <p>The class supports only the style of the page's own modules: one import per line, no circular
 * imports, and exports at their declarations. It rejects anything else.
 */
final class ScriptBundle {
  private static final Pattern IMPORT =
      Pattern.compile("import (?:(\\{ [\\w, ]+ })|\\* as (\\w+)) from '(\\.[\\w./-]+)';");
  private static final Pattern EXPORT =
      Pattern.compile("export ((?:async )?function|class|const) (\\w+)(.*)");
  private static final Pattern OTHER = Pattern.compile("\\s*(?:import|export)\\b.*");

  private final Function<String, String> sources;
  private final Map<String, String> variables = new LinkedHashMap<>();
  private final StringBuilder text = new StringBuilder();

  private ScriptBundle(Function<String, String> sources) {
    this.sources = sources;
  }

  /**
   * Returns the module of this name with all modules that it imports.
   *
   * @param sources returns the text of the module of a name
   */
  static String of(String name, Function<String, String> sources) {
    ScriptBundle bundle = new ScriptBundle(sources);
    bundle.add(name, true);
    return bundle.text.toString();
  }

  private String add(String name, boolean isWhole) {
    String known = variables.get(name);
    if (known != null) {
      if (known.isEmpty()) {
        throw new IllegalStateException(name + " imports itself through other modules");
      }
      return known;
    }
    variables.put(name, "");
    String variable = "$" + variables.size();
    List<String> lines = new ArrayList<>();
    List<String> exports = new ArrayList<>();
    for (String line : sources.apply(name).split("\n", -1)) {
      lines.add(line(name, line, exports));
    }
    String body = String.join("\n", lines);
    text.append("// ").append(name).append('\n');
    if (isWhole) {
      text.append(body);
    } else {
      String all = exports.stream().collect(Collectors.joining(", ", "{ ", " }"));
      text.append("const " + variable + " = (() => {\n" + body + "\nreturn " + all + ";\n})();\n");
    }
    variables.put(name, variable);
    return variable;
  }

  private String line(String name, String line, List<String> exports) {
    Matcher imports = IMPORT.matcher(line);
    if (imports.matches()) {
      String variable = add(beside(name, imports.group(3)), false);
      String names = imports.group(1) == null ? imports.group(2) : imports.group(1);
      return "const " + names + " = " + variable + ";";
    }
    Matcher declares = EXPORT.matcher(line);
    if (declares.matches()) {
      exports.add(declares.group(2));
      return line.substring("export ".length());
    }
    if (OTHER.matcher(line).matches()) {
      throw new IllegalStateException(
          name + " has an import or export that the bundle doesn't support: " + line);
    }
    return line;
  }

  /** Resolves the path that a module imports. */
  private static String beside(String name, String path) {
    return URI.create(name).resolve(path).normalize().toString();
  }
}
