package dev.baton.management.http;

import dev.baton.task.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The files of the page, from the class path. Thread-safe. */
public final class PageFiles {
  private static final String FOLDER = "/dev/baton/management/page/";

  /** In index.html this stands for the path that the page is mounted at. */
  private static final String PREFIX = "{{prefix}}";

  /** No name begins with a dot, so none leads out of the folder. */
  private static final Pattern NAME = Pattern.compile("(?:\\w[\\w.-]*/)*\\w[\\w.-]*");

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "svg", "image/svg+xml",
          "png", "image/png",
          "ico", "image/x-icon",
          "woff2", "font/woff2",
          "txt", "text/plain; charset=utf-8");

  /**
   * The page itself.
   *
   * @param mount the path it is mounted at, fit to stand in a page
   */
  public Optional<Response> index(String mount) {
    return read("index.html")
        .map(page -> Bytes.of(page.toText().replace(PREFIX, mount)))
        .map(page -> Response.of(200, "text/html; charset=utf-8", page));
  }

  /** What the page needs besides, by its name in the folder of assets. */
  public Optional<Response> asset(String name) {
    String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    return type == null || !NAME.matcher(name).matches()
        ? Optional.empty()
        : read("assets/" + name).map(file -> Response.of(200, type, file));
  }

  private static Optional<Bytes> read(String name) {
    try (InputStream in = PageFiles.class.getResourceAsStream(FOLDER + name)) {
      return in == null ? Optional.empty() : Optional.of(Bytes.of(in.readAllBytes()));
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
