package dev.baton.management.rest.request;

import dev.baton.management.access.Right;
import dev.baton.management.access.Scope;
import dev.baton.management.http.Response;
import dev.baton.operate.cluster.StoreWarning;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A refused request, with the contents of the response. The request has changed nothing. */
public final class HttpProblem extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ProblemKind kind;
  private final transient ObjectNode more = Json.object();
  private final TreeMap<String, String> headers = new TreeMap<>();
  private @Nullable String instance;

  /** Creates a problem of the usual kind with this status. */
  public HttpProblem(int status, String detail) {
    this(ProblemKind.of(status), detail);
  }

  public HttpProblem(ProblemKind kind, String detail) {
    super(detail, null, false, false);
    this.kind = kind;
  }

  /** A field that is wrong or missing, and the reason. */
  public record FieldError(String field, String message) {}

  public static HttpProblem field(String field, String message) {
    return fields(List.of(new FieldError(field, message)));
  }

  public static HttpProblem fields(List<FieldError> errors) {
    FieldError first = errors.get(0);
    HttpProblem refused =
        new HttpProblem(ProblemKind.INVALID_FIELD, first.field() + ": " + first.message());
    refused.more.put("field", first.field());
    ArrayNode list = refused.more.putArray("errors");
    for (FieldError error : errors) {
      list.addObject().put("field", error.field()).put("message", error.message());
    }
    return refused;
  }

  public static HttpProblem forbidden(Right right) {
    return new HttpProblem(403, "You need the right " + right + " for this");
  }

  /** Returns the refusal of a request about many tasks. */
  public static HttpProblem forbiddenForAll(Right right, Scope scope) {
    StringBuilder which = new StringBuilder();
    told(which, "type", scope.type());
    told(which, "bucket", scope.bucket());
    told(which, "key", scope.key());
    return new HttpProblem(
        403,
        "You need the right "
            + right
            + " for every task"
            + (which.length() == 0 ? "" : " with" + which)
            + "; for fewer tasks, name a type, bucket or key");
  }

  private static void told(StringBuilder which, String what, @Nullable String name) {
    if (name != null) {
      which.append(which.length() == 0 ? " " : ", ").append(what).append(' ').append(name);
    }
  }

  /** Returns the refusal of a change, with the current task for users who may see it. */
  public static HttpProblem conflict(ProblemKind kind, String why, @Nullable ObjectNode current) {
    HttpProblem refused = new HttpProblem(kind, why);
    if (current != null) {
      refused.more.set("current", current);
    }
    return refused;
  }

  /**
   * Returns the problem of a commit whose result was lost. The caller can look up the task by its
   * id.
   */
  public static HttpProblem inDoubt(UUID id) {
    HttpProblem refused =
        new HttpProblem(
            ProblemKind.COMMIT_UNKNOWN,
            "The database's response was lost, so it is unknown whether task "
                + id
                + " was added: look it up before you repeat the request");
    refused.more.put("id", id.toString());
    return refused;
  }

  /** Returns the problem of a request that a known trouble of the database prevents. */
  public static HttpProblem database(StoreWarning.Kind trouble, String message) {
    HttpProblem refused = new HttpProblem(503, message);
    refused.more.put("database", trouble.name());
    return refused;
  }

  /** Sets the path of the resource that the problem is about. */
  public HttpProblem about(String path) {
    instance = path;
    return this;
  }

  public HttpProblem header(String name, String value) {
    headers.put(name, value);
    return this;
  }

  public int status() {
    return kind.status();
  }

  public Response response() {
    ObjectNode body =
        Json.object()
            .put("type", kind.type())
            .put("title", kind.title())
            .put("status", status())
            .put("detail", getMessage());
    Json.put(body, "instance", instance);
    body.setAll(more);
    Response response = Response.of(status(), "application/problem+json", Json.write(body));
    for (Map.Entry<String, String> header : headers.entrySet()) {
      response = response.with(header.getKey(), header.getValue());
    }
    return response;
  }
}
