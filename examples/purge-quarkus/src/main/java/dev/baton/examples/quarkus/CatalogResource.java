package dev.baton.examples.quarkus;

import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.sql.SQLException;

/** REST resource that drops tables. */
@Path("/tables")
public class CatalogResource {
  private final Catalog catalog;

  CatalogResource(Catalog catalog) {
    this.catalog = catalog;
  }

  /** Responds before the files are deleted. */
  @DELETE
  @Path("/{name}")
  public Response drop(String name) throws SQLException {
    return Response.status(catalog.drop(name) ? 202 : 404).build();
  }
}
