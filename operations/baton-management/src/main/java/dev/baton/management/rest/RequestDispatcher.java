package dev.baton.management.rest;

import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.api.error.SearchTimeoutException;
import dev.baton.api.error.StoreException;
import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Principal;
import dev.baton.management.http.Extension;
import dev.baton.management.http.Request;
import dev.baton.management.http.Response;
import dev.baton.management.rest.request.ApiContext;
import dev.baton.management.rest.request.Call;
import dev.baton.management.rest.request.Caller;
import dev.baton.management.rest.request.HttpProblem;
import dev.baton.management.rest.request.Input;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.ProblemKind;
import dev.baton.management.rest.request.Reading;
import dev.baton.management.rest.request.Route;
import dev.baton.task.Bytes;
import dev.baton.task.internal.Texts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * Finds the route of a request, makes the checks that all routes share, and calls the route.
 * Thread-safe.
 */
public final class RequestDispatcher {
  private static final Logger LOG = LoggerFactory.getLogger(RequestDispatcher.class);
  private static final String RETRY_AFTER_SECONDS = "5";
  private static final String RETRY_SOON_SECONDS = "1";

  /** Maximum wait for a permit: a few times what a usual request takes on a slow database. */
  private static final Duration PATIENCE = Duration.ofSeconds(4);

  /**
   * Maximum number of requests that wait for a permit, because each takes one of the host's
   * threads.
   */
  private static final int MAX_WAITING = 32;

  /** Time limit for all database work of a request. A single search has five seconds. */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private static final Duration LONGEST_CHANGE = Duration.ofSeconds(20);

  private final ApiContext site;
  private final List<Route> routes;
  private final AccessPolicy policy;
  private final Function<Request, @Nullable Principal> principals;
  private final int mostBodyBytes;

  /** One permit for each request that uses the database. */
  private final Semaphore places;

  public RequestDispatcher(
      ApiContext site,
      AccessPolicy policy,
      Function<Request, @Nullable Principal> principals,
      int mostBodyBytes,
      int atATime) {
    this.places = new Semaphore(atATime, true);
    this.site = site;
    this.routes = Routes.all();
    this.policy = policy;
    this.principals = principals;
    this.mostBodyBytes = mostBodyBytes;
  }

  /**
   * Returns the response.
   *
   * @param path below the interface's own; percent-encoded
   */
  public Response handle(Request request, String path) {
    return guarded(request, path, () -> answer(request, path));
  }

  /**
   * Calls an extension for a known user. The extension calls the interface with the user's rights.
   *
   * @param api where the interface is mounted, without the host's context path
   */
  public Response handle(Request request, Extension extension, String api) {
    return guarded(
        request,
        extension.name(),
        () -> {
          Extension.Rest rest = rest(request, known(request), api);
          return extension.handle(request, Bytes.of(read(request)), rest);
        });
  }

  private Extension.Rest rest(Request request, Principal principal, String api) {
    return (method, path, query, body) -> {
      Request inner = inner(request, method, api + path, query, body);
      return guarded(inner, path, () -> answer(principal, inner, path));
    };
  }

  private static Request inner(
      Request outer, String method, String path, @Nullable String query, Bytes body) {
    TreeMap<String, String> headers = new TreeMap<>(outer.headers());
    headers.remove("if-match");
    headers.put("content-type", Json.TYPE);
    headers.put("x-requested-with", "extension");
    InputStream sent = new ByteArrayInputStream(body.toArray());
    return new Request(method, outer.contextPath(), path, query, headers, sent, outer.host());
  }

  private Response guarded(Request request, String path, Supplier<Response> answer) {
    try {
      return answer.get();
    } catch (HttpProblem refused) {
      return refused.response();
    } catch (SearchTimeoutException tooWide) {
      // A repetition of this search would fail in the same way, so the status isn't one for
      // temporary problems.
      return new HttpProblem(ProblemKind.SEARCH_TOO_WIDE, String.valueOf(tooWide.getMessage()))
          .response();
    } catch (RequestRefusedException refused) {
      return new HttpProblem(409, redacted(refused.getMessage())).response();
    } catch (StoreException away) {
      LOG.warn(
          "{} {} was refused, because the store did not respond: {}",
          Texts.line(request.method()),
          Texts.line(path),
          Texts.line(redacted(away.getMessage())));
      return unavailable("The database is unavailable or too busy; try again")
          .header("Retry-After", RETRY_AFTER_SECONDS)
          .response();
    } catch (ConfigurationException missing) {
      return new HttpProblem(501, String.valueOf(missing.getMessage())).response();
    } catch (RuntimeException broken) {
      LOG.error(
          "{} {} failed: {}",
          Texts.line(request.method()),
          Texts.line(path),
          Texts.text(redacted(traceOf(broken))));
      return new HttpProblem(500, "The request failed; the node's log has the reason").response();
    }
  }

  /**
   * Returns the response to a request that can't be answered now. If the cause is a known trouble
   * of the database, the response names it.
   */
  private HttpProblem unavailable(String otherwise) {
    return site.baton().cluster().storeWarnings().stream()
        .filter(warning -> warning.kind().hindersWork())
        .findFirst()
        .map(warning -> HttpProblem.database(warning.kind(), redacted(warning.message())))
        .orElseGet(() -> new HttpProblem(503, otherwise));
  }

  private String redacted(@Nullable String text) {
    return site.redaction().apply(String.valueOf(text));
  }

  private static String traceOf(Throwable broken) {
    StringWriter trace = new StringWriter();
    broken.printStackTrace(new PrintWriter(trace));
    return trace.toString();
  }

  /** Returns the response for an unknown path. */
  public static Response nothingHere() {
    return new HttpProblem(404, "This path doesn't exist").response();
  }

  /** Returns the response for a request with another host name. */
  public static Response wrongHost() {
    return new HttpProblem(
            421,
            "This host name isn't allowed. To allow it, add it to"
                + " Management.Builder.hosts or baton.management.hosts")
        .response();
  }

  /** Returns the response for a request that isn't well-formed HTTP. */
  public static Response malformed(String why) {
    return new HttpProblem(400, why).response();
  }

  /** Returns the response for a change of a resource that can only be read. */
  public static Response readOnly() {
    return new HttpProblem(405, "This resource is read-only")
        .header("Allow", "GET, HEAD")
        .response();
  }

  private Response answer(Request request, String path) {
    if (!request.isRead() && request.header("X-Requested-With") == null) {
      throw new HttpProblem(
          403, "A change needs the header X-Requested-With, which other sites' pages can't send");
    }
    return answer(known(request), request, path);
  }

  private Response answer(Principal principal, Request request, String path) {
    MatchedRoute found = find(request.method(), path);
    Input query = Reading.query(found.route().query(), request.query());
    // Reads the body before the request gets a permit, because reading may take long. Parses it
    // afterwards, because that takes memory.
    byte[] bytes = read(request);
    Caller caller = new Caller(principal, policy);
    Supplier<Response> answer =
        () -> {
          Input body = body(found.route(), request, bytes);
          Extension.Rest rest = rest(request, principal, site.prefix() + "/api");
          Call call = new Call(site, request, caller, found.path(), query, body, rest);
          return found.route().handler().handle(call);
        };
    return found.route().right() == null ? answer.get() : inItsTurn(request, answer);
  }

  private Principal known(Request request) {
    Principal principal;
    try {
      principal = principals.apply(request);
    } catch (IllegalArgumentException unusable) {
      // For example, the name has a control character, which the audit couldn't show.
      LOG.info(
          "Request refused, because the principal's name is invalid: {}",
          Texts.line(unusable.getMessage()));
      throw new HttpProblem(401, "Your user name isn't valid here: sign in with another");
    }
    if (principal == null) {
      throw new HttpProblem(401, "You are unknown: sign in");
    }
    return principal;
  }

  /** Calls the route with a permit, which keeps enough connections for the engine. */
  private Response inItsTurn(Request request, Supplier<Response> answer) {
    boolean mine = false;
    try {
      long patience = places.getQueueLength() < MAX_WAITING ? PATIENCE.toMillis() : 0;
      mine = places.tryAcquire(patience, TimeUnit.MILLISECONDS);
      if (!mine) {
        throw unavailable("Too many requests at once; try again")
            .header("Retry-After", RETRY_SOON_SECONDS);
      }
      return site.baton().forOperator(request.isRead() ? LONGEST : LONGEST_CHANGE, answer);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new HttpProblem(503, "The node is stopping");
    } finally {
      if (mine) {
        places.release();
      }
    }
  }

  private record MatchedRoute(Route route, Map<String, String> path) {}

  private MatchedRoute find(String method, String path) {
    String wanted = method.equals("HEAD") ? "GET" : method;
    TreeSet<String> allowed = new TreeSet<>();
    List<MatchedRoute> found = new ArrayList<>();
    for (Route route : routes) {
      Optional<Map<String, String>> match = route.match(path);
      if (match.isPresent()) {
        allowed.add(route.method());
        if (route.method().equals(wanted)) {
          found.add(new MatchedRoute(route, match.get()));
        }
      }
    }
    if (!found.isEmpty()) {
      return found.get(0);
    }
    if (allowed.isEmpty()) {
      throw new HttpProblem(404, "This path doesn't exist");
    }
    if (allowed.contains("GET")) {
      allowed.add("HEAD");
    }
    throw new HttpProblem(405, "Allowed methods: " + String.join(", ", allowed))
        .header("Allow", String.join(", ", allowed));
  }

  private static Input body(Route route, Request request, byte[] bytes) {
    if (route.method().equals("GET") || bytes.length == 0) {
      return Reading.body(route.body(), null);
    }
    String type = String.valueOf(request.header("Content-Type")).toLowerCase(Locale.ROOT);
    if (!type.split(";")[0].strip().equals(Json.TYPE)) {
      throw new HttpProblem(415, "The body's media type must be " + Json.TYPE);
    }
    JsonNode body = isUtf8(bytes) ? Json.read(bytes) : null;
    if (body == null || body.isMissingNode()) {
      throw new HttpProblem(400, "The body isn't JSON in UTF-8, or repeats a field");
    }
    return Reading.body(route.body(), body);
  }

  /**
   * Returns whether the bytes are strict UTF-8. A parser that accepts UTF-16 or overlong encodings
   * would read something else than a filter in front of this server.
   */
  private static boolean isUtf8(byte[] bytes) {
    try {
      CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return text.chars().noneMatch(character -> character == 0);
    } catch (CharacterCodingException otherwise) {
      return false;
    }
  }

  private byte[] read(Request request) {
    try {
      byte[] bytes = request.body().readNBytes(mostBodyBytes + 1);
      if (bytes.length > mostBodyBytes) {
        throw new HttpProblem(413, "The body can have at most " + mostBodyBytes + " bytes");
      }
      return bytes;
    } catch (IOException broken) {
      throw new HttpProblem(400, "The body couldn't be read completely");
    }
  }
}
