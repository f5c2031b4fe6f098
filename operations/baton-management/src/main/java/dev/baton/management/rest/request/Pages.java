package dev.baton.management.rest.request;

import dev.baton.operate.Cursor;
import dev.baton.operate.Page;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Lists that are read page by page. */
public final class Pages {
  private static final int DEFAULT_LIMIT = 50;

  public static final Field LIMIT =
      Field.integer(
          "limit", 1, Page.MAX_SIZE, "Maximum number of entries; " + DEFAULT_LIMIT + " by default");

  public static final List<Field> FIELDS =
      List.of(Field.of("after", Kind.CURSOR, "The next of the previous page"), LIMIT);

  private Pages() {}

  public static int limit(Input query) {
    return query.integer("limit", DEFAULT_LIMIT);
  }

  public static ObjectNode of(ArrayNode items, @Nullable Cursor next) {
    ObjectNode page = Json.object();
    page.set("items", items);
    Json.put(page, "next", next == null ? null : next.text());
    return page;
  }

  public static ObjectNode of(ArrayNode items) {
    return of(items, null);
  }
}
