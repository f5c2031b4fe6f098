package dev.baton.management;

import java.net.http.HttpResponse;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A response. */
record Answer(int status, HttpResponse<String> response) {
  private static final JsonMapper MAPPER = new JsonMapper();

  String text() {
    return response.body();
  }

  String header(String name) {
    return response.headers().firstValue(name).orElse("");
  }

  JsonNode json() {
    return MAPPER.readTree(text());
  }

  /** Returns the value at a path such as {@code /items/0/id} as a text; empty if there is none. */
  String at(String pointer) {
    return json().at(pointer).asString("");
  }

  @Override
  public String toString() {
    return status + " " + text();
  }
}
