package dev.baton.management.rest;

import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Fields as JSON Schema has them. */
final class Schemas {
  private Schemas() {}

  /** An object of these and no others. */
  static ObjectNode object(List<Field> fields) {
    ObjectNode schema = Json.object().put("type", "object");
    schema.put("additionalProperties", false);
    ObjectNode properties = schema.putObject("properties");
    ArrayNode required = Json.array();
    for (Field field : fields) {
      properties.set(field.name(), field.schema());
      if (field.required()) {
        required.add(field.name());
      }
    }
    if (!required.isEmpty()) {
      schema.set("required", required);
    }
    return schema;
  }
}
