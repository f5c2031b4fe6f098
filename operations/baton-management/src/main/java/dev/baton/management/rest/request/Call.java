package dev.baton.management.rest.request;

import dev.baton.Baton;
import dev.baton.management.access.Right;
import dev.baton.management.http.Request;
import dev.baton.operate.Operations;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One request on its route, read and found to be well-formed. Used by one thread.
 *
 * @param path what stands in the path where the template has names
 */
public record Call(
    ApiContext site,
    Request request,
    Caller caller,
    Map<String, String> path,
    Input query,
    Input body) {

  public Baton baton() {
    return site.baton();
  }

  /** In the name of who asks, with the reason that was given. */
  public Operations operations() {
    @Nullable String reason = body.text("reason");
    return reason == null
        ? operationsWithoutReason()
        : baton().operations().as(caller.principal().name(), reason);
  }

  /** In the name of who asks, for what has its reason itself. */
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

  /** Refuses who may do this with no task at all. */
  public void require(Right right) {
    caller.require(right);
  }
}
