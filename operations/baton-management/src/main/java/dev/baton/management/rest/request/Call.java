package dev.baton.management.rest.request;

import dev.baton.Baton;
import dev.baton.management.access.Right;
import dev.baton.management.http.Extension;
import dev.baton.management.http.Request;
import dev.baton.operate.Operations;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One valid request on its route. Used by one thread.
 *
 * @param path values of the names in the template
 * @param rest calls other routes for the same caller
 */
public record Call(
    ApiContext site,
    Request request,
    Caller caller,
    Map<String, String> path,
    Input query,
    Input body,
    Extension.Rest rest) {

  public Baton baton() {
    return site.baton();
  }

  /** Returns operations in the caller's name, with the reason of the request. */
  public Operations operations() {
    @Nullable String reason = body.text("reason");
    return reason == null
        ? operationsWithoutReason()
        : baton().operations().as(caller.principal().name(), reason);
  }

  /** Returns operations in the caller's name, for changes that take their own reason. */
  public Operations operationsWithoutReason() {
    return baton().operations().as(caller.principal().name());
  }

  public String path(String name) {
    String value = path.get(name);
    if (value == null) {
      throw new IllegalStateException("The path of this route has no " + name);
    }
    return value;
  }

  public UUID id() {
    try {
      return (UUID) Kind.ID.read(path("id"));
    } catch (IllegalArgumentException notOne) {
      throw HttpProblem.field("id", String.valueOf(notOne.getMessage()));
    }
  }

  /** Refuses a caller who may do this with no task at all. */
  public void require(Right right) {
    caller.require(right);
  }
}
