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
 * The operators' page and the REST interface below it, for any node, also a client. Thread-safe.
 *
 * <p>The page itself is shown to everybody whom the host lets through; what it shows is asked for
 * through the interface, which answers only whom the principal function knows, and shows and does
 * only what the {@link AccessPolicy} allows.
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
   * The same for a server that only this machine reaches: at its names, and those that are told.
   */
  Management onLoopback() {
    return new Management(prefix, hosts.andLoopback(), files, dispatch, extensions);
  }

  /** For the tasks of this node's database; to be completed. */
  public static Builder of(Baton baton) {
    return new Builder(baton);
  }

  /** What everything is mounted at, such as {@code /baton}. */
  public String prefix() {
    return prefix;
  }

  /** Whether a path, without the host's context path, is this one's to answer. */
  public boolean serves(String path) {
    return path.equals(prefix) || path.startsWith(prefix + "/");
  }

  /** Answers; never throws but for what only a JVM in trouble throws. */
  public Response handle(Request request) {
    return StrictHeaders.on(answer(request));
  }

  /** The answer to a request that its host couldn't make a {@link Request} of, and why. */
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

  /** Describes how it is mounted. Not thread-safe. */
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
     * Who may do what. There is no default, so that no user sees other people's work by accident.
     */
    public Builder accessPolicy(AccessPolicy policy) {
      this.policy = policy;
      return this;
    }

    /**
     * Whose request it is; null when that isn't known, which is answered with 401. Called by many
     * threads at once.
     */
    public Builder principal(Function<Request, @Nullable Principal> principals) {
      this.principals = principals;
      return this;
    }

    /**
     * What is left out of error texts; the {@linkplain Redaction#standard() standard} by default.
     */
    public Builder redaction(Redaction redaction) {
      this.redaction = redaction;
      return this;
    }

    /**
     * Where it is mounted; {@code /baton} by default.
     *
     * @throws IllegalArgumentException when it isn't a path such as {@code /ops/baton}
     */
    public Builder prefix(String prefix) {
      if (!PREFIX.matcher(prefix).matches()) {
        throw new IllegalArgumentException(
            "A prefix is a path such as /baton or /ops/baton, of letters, digits and ._~- ; '"
                + prefix
                + "' isn't one");
      }
      this.prefix = prefix;
      return this;
    }

    /**
     * The names by which the page is reached, as the header {@code Host} has them, without a port;
     * any by default. Requests that name another are refused, so that no other site's name can be
     * made to point here (DNS rebinding). A server that only this machine reaches knows this
     * machine's names besides, and refuses others always: name the proxy's where there is one that
     * passes its own on.
     *
     * @throws IllegalArgumentException when one isn't a plain name or address
     */
    public Builder hosts(String... names) {
      this.hosts = HostNames.of(List.of(names));
      return this;
    }

    /**
     * For a server that only this machine reaches: it answers at this machine's names, and at those
     * that {@link #hosts} names. {@link JdkHttp} sees this for itself.
     */
    public Builder onLoopback() {
      this.onLoopback = true;
      return this;
    }

    /** The largest body that is read, in bytes, which bounds edited payloads; 1 MiB by default. */
    public Builder mostBodyBytes(int bytes) {
      if (bytes < 1_000) {
        throw new IllegalArgumentException("Bodies of 1,000 bytes must be let in, not " + bytes);
      }
      this.mostBodyBytes = bytes;
      return this;
    }

    /**
     * How many requests are answered from the database at once; 3 by default. Each takes at most
     * one connection, so the engine keeps the rest of its pool. Others wait for a moment, and are
     * then told to come again (503).
     */
    public Builder atATime(int requests) {
      if (requests < 1) {
        throw new IllegalArgumentException("One request must be answered, not " + requests);
      }
      this.atATime = requests;
      return this;
    }

    /**
     * One more way to the interface, such as the Model Context Protocol's; none by default. It is
     * answered below the prefix, to the same people and with the same rights.
     *
     * @throws IllegalArgumentException when its name isn't a part of a path, or is taken
     */
    public Builder extension(Extension extension) {
      String name = extension.name();
      boolean isTaken = API.equals("/" + name) || ASSETS.equals("/" + name + "/");
      if (isTaken
          || !PREFIX.matcher("/" + name).matches()
          || extensions.putIfAbsent(name, extension) != null) {
        throw new IllegalArgumentException(
            "An extension's name is a part of a path that nothing else is answered at; '"
                + name
                + "' isn't one");
      }
      return this;
    }

    /** Another clock, for tests. */
    Builder nanoTime(LongSupplier nanoTime) {
      this.nanoTime = nanoTime;
      return this;
    }

    /**
     * What answers requests.
     *
     * @throws IllegalStateException when it isn't said who may do what, or how to tell who asks
     */
    public Management build() {
      checkJson();
      if (policy == null) {
        throw new IllegalStateException(
            "The dashboard has no access policy: call"
                + " Management.of(baton).accessPolicy(AccessPolicy.of(Grant.to(...)...)) to say who"
                + " may see and change tasks. There is no default, since everybody who reaches the"
                + " port would have it");
      }
      if (principals == null) {
        throw new IllegalStateException(
            "The dashboard can't tell who sends a request: call Management.of(baton)"
                + ".principal(request -> ...), which returns the user that your login knows, or"
                + " null for a stranger");
      }
      ApiContext site = new ApiContext(baton, redaction, prefix, version(), nanoTime);
      return new Management(
          prefix,
          onLoopback ? hosts.andLoopback() : hosts,
          new PageFiles(),
          new RequestDispatcher(site, policy, principals, mostBodyBytes, atATime),
          extensions);
    }

    /** Told here, or each request would fail: another BOM may have taken away what it needs. */
    private static void checkJson() {
      try {
        Json.object();
      } catch (LinkageError broken) {
        throw new IllegalStateException(
            "The page reads and writes JSON by Jackson 3, which can't be used: "
                + broken
                + ". Let com.fasterxml.jackson.core:jackson-annotations be of version 2.21 or later"
                + " (Spring Boot 3's BOM names an older one), and jackson-core and jackson-databind"
                + " of one release");
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
