package dev.baton.management.rest.request;

import dev.baton.Baton;
import dev.baton.management.access.Right;
import dev.baton.management.http.Extension;
import dev.baton.management.http.Request;
import dev.baton.operate.Operations;
import dev.baton.operate.cluster.Cluster;
import dev.baton.schedule.Schedules;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

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
    return baton().operations().by(name(), reason());
  }

  /** Returns operations in the caller's name, for changes that take their own reason. */
  public Operations operationsWithoutReason() {
    return baton().operations().by(name());
  }

  /** Returns the cluster for changes in the caller's name, with the reason of the request. */
  public Cluster cluster() {
    return baton().cluster().by(name(), reason());
  }

  /** Returns the cluster for changes in the caller's name that take their own reason. */
  public Cluster clusterWithoutReason() {
    return baton().cluster().by(name());
  }

  /** Returns the schedules for changes in the caller's name, with the reason of the request. */
  public Schedules schedules() {
    return baton().schedules().by(name(), reason());
  }

  private String name() {
    return caller.principal().name();
  }

  private String reason() {
    return Objects.requireNonNullElse(body.text("reason"), "");
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
