package dev.baton.management;

import dev.baton.Baton;
import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Principal;
import dev.baton.management.access.Redaction;
import dev.baton.management.http.Extension;
import dev.baton.management.http.PageFiles;
import dev.baton.management.http.Request;
import dev.baton.management.http.Response;
import dev.baton.management.http.StrictHeaders;
import dev.baton.management.rest.RequestDispatcher;
import dev.baton.management.rest.request.ApiContext;
import dev.baton.management.rest.request.Json;
import dev.baton.management.rest.request.Panels;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The operators' page and the REST interface below it. Works on any node, also on a client.
 * Thread-safe.
 *
 * <p>Anyone whom the host lets through can load the page itself. The page reads its data from the
 * REST interface, which responds only to users whom the principal function knows. The interface
 * shows and does only what the {@link AccessPolicy} allows.
 */
public final class Management {
  private static final String API = "/api";
  private static final String ASSETS = "/assets/";
  private static final Pattern PREFIX = Pattern.compile("(?:/[A-Za-z0-9._~-]+)+");

  private final String prefix;
  private final HostNames hosts;
  private final PageFiles files;
  private final RequestDispatcher dispatch;
  private final Map<String, Extension> extensions;

  private Management(
      String prefix,
      HostNames hosts,
      PageFiles files,
      RequestDispatcher dispatch,
      Map<String, Extension> extensions) {
    this.prefix = prefix;
    this.hosts = hosts;
    this.files = files;
    this.dispatch = dispatch;
    this.extensions = new TreeMap<>(extensions);
  }

  /**
   * Returns a copy for a server that only this machine reaches. It accepts this machine's names and
   * the configured ones.
   */
  Management onLoopback() {
    return new Management(prefix, hosts.andLoopback(), files, dispatch, extensions);
  }

  /** Starts to build the management of this node's database. */
  public static Builder of(Baton baton) {
    return new Builder(baton);
  }

  /** Returns the path that everything is mounted at, such as {@code /baton}. */
  public String prefix() {
    return prefix;
  }

  /**
   * Returns whether this class handles the path, which is given without the host's context path.
   */
  public boolean serves(String path) {
    return path.equals(prefix) || path.startsWith(prefix + "/");
  }

  /** Handles a request. Throws nothing except errors of the JVM itself. */
  public Response handle(Request request) {
    return StrictHeaders.on(answer(request));
  }

  /**
   * Returns the response for a request that the host couldn't convert to a {@link Request}, with
   * the reason.
   */
  public static Response malformed(String why) {
    return StrictHeaders.on(RequestDispatcher.malformed(why));
  }

  private Response answer(Request request) {
    if (!hosts.allow(request.header("Host"))) {
      return RequestDispatcher.wrongHost();
    }
    if (!serves(request.path())) {
      return RequestDispatcher.nothingHere();
    }
    String rest = request.path().substring(prefix.length());
    if (rest.equals(API) || rest.startsWith(API + "/")) {
      return dispatch.handle(request, rest.substring(API.length()));
    }
    Extension extension = rest.isEmpty() ? null : extensions.get(rest.substring(1));
    if (extension != null) {
      return dispatch.handle(request, extension, prefix + API);
    }
    if (!request.isRead()) {
      return RequestDispatcher.readOnly();
    }
    if (rest.isEmpty() || rest.equals("/")) {
      return files.index(request.outerPath() + prefix).orElseGet(RequestDispatcher::nothingHere);
    }
    return rest.startsWith(ASSETS)
        ? files
            .asset(rest.substring(ASSETS.length()), request.header("If-None-Match"))
            .orElseGet(RequestDispatcher::nothingHere)
        : RequestDispatcher.nothingHere();
  }

  /** Configures how the page is mounted. Not thread-safe. */
  public static final class Builder {
    private static final int MAX_BODY_BYTES = 1024 * 1024;
    private static final int AT_A_TIME = 3;

    private final Baton baton;
    private @Nullable AccessPolicy policy;
    private @Nullable Function<Request, @Nullable Principal> principals;
    private Redaction redaction = Redaction.standard();
    private String prefix = "/baton";
    private HostNames hosts = HostNames.any();
    private boolean onLoopback;
    private int mostBodyBytes = MAX_BODY_BYTES;
    private int atATime = AT_A_TIME;
    private final Map<String, Extension> extensions = new TreeMap<>();
    private LongSupplier nanoTime = System::nanoTime;

    private Builder(Baton baton) {
      this.baton = baton;
    }

    /**
     * Sets the policy that decides who may do what. It is required. There is no default, so that no
     * user sees other people's work by accident.
     */
    public Builder accessPolicy(AccessPolicy policy) {
      this.policy = policy;
      return this;
    }

    /**
     * Sets the function that returns the user who sent a request. For an unknown user, it returns
     * null, and the response is 401. Called by many threads at once.
     */
    public Builder principal(Function<Request, @Nullable Principal> principals) {
      this.principals = principals;
      return this;
    }

    /**
     * Sets the redaction that removes secrets from error texts. The default is the {@linkplain
     * Redaction#standard() standard} one.
     */
    public Builder redaction(Redaction redaction) {
      this.redaction = redaction;
      return this;
    }

    /**
     * Sets the path that everything is mounted at; {@code /baton} by default.
     *
     * @throws IllegalArgumentException if it isn't a path such as {@code /ops/baton}
     */
    public Builder prefix(String prefix) {
      if (!PREFIX.matcher(prefix).matches()) {
        throw new IllegalArgumentException(
            "A prefix must be a path such as /baton or /ops/baton, of letters, digits and ._~- ; '"
                + prefix
                + "' isn't one");
      }
      this.prefix = prefix;
      return this;
    }

    /**
     * Sets the names by which users reach the page, as in the header {@code Host}, without a port;
     * any by default. Baton refuses requests with another name. This protects against DNS
     * rebinding, where the domain of another site resolves to this server. A server that only this
     * machine reaches also accepts this machine's names, and always refuses others. If a proxy
     * forwards its own host name, add that name.
     *
     * @throws IllegalArgumentException if a name isn't a plain name or address
     */
    public Builder hosts(String... names) {
      this.hosts = HostNames.of(List.of(names));
      return this;
    }

    /**
     * Restricts the page to this machine's names and to {@link #hosts}. Use it for a server that
     * only this machine reaches. {@link JdkHttp} detects this case itself.
     */
    public Builder onLoopback() {
      this.onLoopback = true;
      return this;
    }

    /**
     * Sets the maximum size of a request body in bytes, which also limits edited payloads; 1 MiB by
     * default.
     */
    public Builder mostBodyBytes(int bytes) {
      if (bytes < 1_000) {
        throw new IllegalArgumentException(
            "The body limit must be at least 1,000 bytes, not " + bytes);
      }
      this.mostBodyBytes = bytes;
      return this;
    }

    /**
     * Sets how many requests use the database at once; 3 by default. Each takes at most one
     * connection, so the engine keeps the rest of its pool. Further requests wait briefly and are
     * then refused with 503.
     */
    public Builder atATime(int requests) {
      if (requests < 1) {
        throw new IllegalArgumentException(
            "The number of requests must be at least 1, not " + requests);
      }
      this.atATime = requests;
      return this;
    }

    /**
     * Adds another way to reach the interface, such as the Model Context Protocol; none by default.
     * It is served below the prefix, to the same users and with the same rights.
     *
     * @throws IllegalArgumentException if its name isn't a segment of a path, or is taken
     */
    public Builder extension(Extension extension) {
      String name = extension.name();
      boolean isTaken = API.equals("/" + name) || ASSETS.equals("/" + name + "/");
      if (isTaken
          || !PREFIX.matcher("/" + name).matches()
          || extensions.putIfAbsent(name, extension) != null) {
        throw new IllegalArgumentException(
            "An extension's name must be a path segment that nothing else uses; '"
                + name
                + "' isn't one");
      }
      return this;
    }

    /** Sets another clock, for tests. */
    Builder nanoTime(LongSupplier nanoTime) {
      this.nanoTime = nanoTime;
      return this;
    }

    /**
     * Builds the page and the interface.
     *
     * @throws IllegalStateException if the access policy or the principal function is missing
     */
    public Management build() {
      checkJson();
      if (policy == null) {
        throw new IllegalStateException(
            "The dashboard has no access policy: call"
                + " Management.of(baton).accessPolicy(AccessPolicy.of(Grant.to(...)...)) to say who"
                + " may see and change tasks. There is no default, because anyone who reaches the"
                + " port would have these rights");
      }
      if (principals == null) {
        throw new IllegalStateException(
            "The dashboard doesn't know who sends a request: call Management.of(baton)"
                + ".principal(request -> ...), which returns the user that your login knows, or"
                + " null for an unknown user");
      }
      ApiContext site =
          new ApiContext(baton, redaction, prefix, version(), nanoTime, new Panels(atATime));
      return new Management(
          prefix,
          onLoopback ? hosts.andLoopback() : hosts,
          new PageFiles(),
          new RequestDispatcher(site, policy, principals, mostBodyBytes, atATime),
          extensions);
    }

    /**
     * Fails at startup instead of at each request if another BOM has replaced a required version.
     */
    private static void checkJson() {
      try {
        Json.object();
      } catch (LinkageError broken) {
        throw new IllegalStateException(
            "The page needs Jackson 3 for JSON, but can't use it: "
                + broken
                + ". Use version 2.21 or later of com.fasterxml.jackson.core:jackson-annotations"
                + " (Spring Boot 3's BOM has an older one), and jackson-core and jackson-databind"
                + " of the same release");
      }
    }

    private static String version() {
      Properties properties = new Properties();
      try (InputStream in = Management.class.getResourceAsStream("version.properties")) {
        if (in == null) {
          return "unknown";
        }
        properties.load(in);
      } catch (IOException broken) {
        throw new UncheckedIOException(broken);
      }
      return properties.getProperty("version", "unknown");
    }
  }
}
