package dev.baton.management.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.management.access.Redaction;
import dev.baton.management.rest.request.ApiContext;
import dev.baton.management.rest.request.Field;
import dev.baton.management.rest.request.HttpProblem;
import dev.baton.management.rest.request.Panels;
import dev.baton.management.rest.request.ProblemKind;
import dev.baton.management.rest.request.Route;
import dev.baton.management.rest.request.Versions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class OpenApiTest {
  private static final Pattern TYPE = Pattern.compile("urn:baton:problem:[a-z]+(-[a-z]+)*");

  private final ObjectNode description =
      OpenApi.of(
          new ApiContext(null, Redaction.none(), "/baton", "1", System::nanoTime, new Panels(1)),
          Routes.all());

  @Test
  void descriptionHasExactlyTheRoutes() {
    Set<String> described = new TreeSet<>();
    for (String path : description.get("paths").propertyNames()) {
      for (String method : description.get("paths").get(path).propertyNames()) {
        described.add(method.toUpperCase(java.util.Locale.ROOT) + " " + path);
      }
    }
    Set<String> routes = new TreeSet<>();
    for (Route route : Routes.all()) {
      routes.add(route.method() + " " + (route.template().isEmpty() ? "/" : route.template()));
    }
    assertThat(described).isEqualTo(routes);
    assertThat(routes).hasSameSizeAs(Routes.all());
  }

  @Test
  void descriptionHasNoMissingOrUnusedSchemas() {
    Set<String> referred = new TreeSet<>();
    collect(description, referred);
    Set<String> there = new TreeSet<>();
    for (String kind : List.of("schemas", "responses")) {
      for (String name : description.get("components").get(kind).propertyNames()) {
        there.add("#/components/" + kind + "/" + name);
      }
    }
    assertThat(referred).isEqualTo(there);
  }

  @Test
  void everyRouteDescribesItsInputOutputAndProblems() {
    List<String> names = new ArrayList<>();
    for (Route route : Routes.all()) {
      JsonNode operation = operation(route);
      names.add(operation.get("operationId").stringValue());
      assertThat(operation.get("summary").stringValue()).isNotBlank();
      assertThat(operation.at("/responses/200/content/application~1json/schema/$ref").stringValue())
          .endsWith("/" + route.answer());
      Set<String> problems = Set.of("400", "401", "403", "404", "503");
      assertThat(operation.get("responses").propertyNames()).containsAll(problems);
      Set<String> parameters = new TreeSet<>();
      operation.get("parameters").forEach(one -> parameters.add(one.get("name").stringValue()));
      assertThat(parameters).containsAll(route.names());
      route.query().forEach(field -> assertThat(parameters).contains(field.name()));
      JsonNode body = operation.at("/requestBody/content/application~1json/schema/properties");
      route.body().forEach(field -> assertThat(body.has(field.name())).isTrue());
    }
    assertThat(names).doesNotHaveDuplicates();
  }

  @Test
  void everyKindOfProblemHasATypeATitleAndADescribedStatus() {
    Set<String> types = new TreeSet<>();
    Set<String> titles = new TreeSet<>();
    for (ProblemKind kind : ProblemKind.values()) {
      types.add(kind.type());
      titles.add(kind.title());
      assertThat(new HttpProblem(kind.status(), "why").status()).isEqualTo(kind.status());
    }
    assertThat(types).hasSameSizeAs(ProblemKind.values()).allMatch(TYPE.asMatchPredicate());
    assertThat(titles).hasSameSizeAs(ProblemKind.values());
    Set<String> described = new TreeSet<>();
    description
        .at("/components/schemas/Problem/properties/type/enum")
        .forEach(type -> described.add(type.stringValue()));
    assertThat(described).isEqualTo(types);
  }

  /** A route refuses parameters that it doesn't describe. */
  @Test
  void describedParametersAreTheRoutesParameters() {
    for (Route route : Routes.all()) {
      Set<String> described = new TreeSet<>();
      operation(route)
          .get("parameters")
          .forEach(
              one ->
                  described.add(one.get("in").stringValue() + " " + one.get("name").stringValue()));
      Set<String> taken = new TreeSet<>();
      route.names().forEach(name -> taken.add("path " + name));
      route.query().forEach(field -> taken.add("query " + field.name()));
      if (!route.method().equals("GET")) {
        taken.add("header X-Requested-With");
      }
      if (route.body().contains(Versions.VERSION)) {
        taken.add("header If-Match");
      }
      assertThat(described).as("%s %s", route.method(), route.template()).isEqualTo(taken);
      JsonNode body = operation(route).at("/requestBody/content/application~1json/schema");
      assertThat(body.path("properties").propertyNames())
          .as("%s %s", route.method(), route.template())
          .containsExactlyInAnyOrderElementsOf(route.body().stream().map(Field::name).toList());
    }
  }

  @Test
  void getMakesNoChange() {
    for (Route route : Routes.all()) {
      boolean changes = !route.body().isEmpty() || route.right() == null;
      if (route.method().equals("GET")) {
        assertThat(route.body()).as("%s", route).isEmpty();
      } else {
        assertThat(changes).as("%s", route).isTrue();
      }
    }
  }

  private JsonNode operation(Route route) {
    String path = route.template().isEmpty() ? "/" : route.template();
    return description
        .get("paths")
        .get(path)
        .get(route.method().toLowerCase(java.util.Locale.ROOT));
  }

  private static void collect(JsonNode node, Set<String> into) {
    if (node.has("$ref")) {
      into.add(node.get("$ref").stringValue());
    }
    node.forEach(child -> collect(child, into));
  }
}
