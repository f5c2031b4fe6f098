package dev.baton.management.rest;

import dev.baton.api.operate.Cursor;
import dev.baton.api.operate.Page;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Lists that are read page by page. */
final class Pages {
  private static final int USUAL = 50;

  static final Field LIMIT =
      Field.integer("limit", 1, Page.MAX_SIZE, "Entries at the most; " + USUAL + " by default");

  static final List<Field> FIELDS =
      List.of(Field.of("after", Kind.CURSOR, "What the page before gave as its next"), LIMIT);

  private Pages() {}

  static int limit(Input query) {
    return query.integer("limit", USUAL);
  }

  static ObjectNode of(ArrayNode items, @Nullable Cursor next) {
    ObjectNode page = Json.object();
    page.set("items", items);
    Json.put(page, "next", next == null ? null : next.text());
    return page;
  }

  static ObjectNode of(ArrayNode items) {
    return of(items, null);
  }
}
