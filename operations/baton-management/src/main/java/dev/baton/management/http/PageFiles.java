package dev.baton.management.http;

import dev.baton.task.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files of the page, from the class path. The page names each of its assets with a digest of
 * the content, so browsers cache an asset until it changes. One file contains all scripts, and
 * another file all styles. Thread-safe.
 */
public final class PageFiles {
  private static final String FOLDER = "/dev/baton/management/page/";
  private static final String ASSETS = "assets/";

  /** Caching of an asset whose name contains its digest: its content never changes. */
  private static final String KEPT = "private, max-age=31536000, immutable";

  private static final int DIGEST_LENGTH = 12;

  /** Placeholder in index.html for the path that the page is mounted at. */
  private static final String PREFIX = "{{prefix}}";

  private static final Pattern NAMED = Pattern.compile("\\{\\{prefix}}/assets/(\\w+)\\.(\\w+)");

  private static final Pattern DIGESTED =
      Pattern.compile("(\\w+)-([0-9a-f]{" + DIGEST_LENGTH + "})\\.(\\w+)");

  /** No name begins with a dot, so no name can leave the folder. */
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

  private final Map<String, Asset> assets = new ConcurrentHashMap<>();

  /** Loads the files that the page needs, so that the first visitor doesn't wait. */
  public PageFiles() {
    index("");
  }

  private record Asset(Bytes content, String digest) {
    static Asset of(Bytes content) {
      try {
        byte[] whole = MessageDigest.getInstance("SHA-256").digest(content.toArray());
        return new Asset(content, HexFormat.of().formatHex(whole).substring(0, DIGEST_LENGTH));
      } catch (NoSuchAlgorithmException missing) {
        throw new IllegalStateException("This JVM has no SHA-256", missing);
      }
    }
  }

  /**
   * Returns the page itself.
   *
   * @param mount the path it is mounted at, safe to insert into HTML
   */
  public Optional<Response> index(String mount) {
    return read("index.html")
        .map(page -> NAMED.matcher(page.toText()).replaceAll(this::digested))
        .map(page -> Bytes.of(page.replace(PREFIX, mount)))
        .map(page -> Response.of(200, "text/html; charset=utf-8", page));
  }

  private String digested(MatchResult named) {
    String name = named.group(1) + "." + named.group(2);
    String digest = known(name).map(asset -> "-" + asset.digest()).orElse("");
    return Matcher.quoteReplacement(
        PREFIX + "/" + ASSETS + named.group(1) + digest + "." + named.group(2));
  }

  /**
   * Returns an asset of the page.
   *
   * @param name in the folder of assets, with or without its digest
   * @param seen the quoted digest of the browser's copy; null for none
   */
  public Optional<Response> asset(String name, @Nullable String seen) {
    Matcher digested = DIGESTED.matcher(name);
    if (!digested.matches()) {
      return known(name).map(asset -> answer(name, asset));
    }
    String plain = digested.group(1) + "." + digested.group(3);
    return known(plain)
        .map(
            asset -> {
              // During a rolling upgrade, a page of another version may request another digest: it
              // gets the current content.
              boolean isThat = asset.digest().equals(digested.group(2));
              String tag = "\"" + asset.digest() + "\"";
              Response answer =
                  tag.equals(seen)
                      ? new Response(304, Map.of(), Bytes.of(""))
                      : answer(plain, asset);
              return isThat ? answer.with("Cache-Control", KEPT).with("ETag", tag) : answer;
            });
  }

  private static Response answer(String name, Asset asset) {
    String type = TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "");
    return Response.of(200, type, asset.content());
  }

  private Optional<Asset> known(String name) {
    boolean isAsset =
        TYPES.containsKey(name.substring(name.lastIndexOf('.') + 1))
            && NAME.matcher(name).matches();
    if (!isAsset) {
      return Optional.empty();
    }
    Asset known = assets.get(name);
    if (known == null) {
      Optional<Bytes> content = content(name);
      if (content.isEmpty()) {
        return Optional.empty();
      }
      known = Asset.of(content.get());
      assets.put(name, known);
    }
    return Optional.of(known);
  }

  private static Optional<Bytes> content(String name) {
    return switch (name) {
      case "page.js" -> Optional.of(Bytes.of(ScriptBundle.of("main.js", PageFiles::text)));
      case "page.css" ->
          Optional.of(
              Bytes.of(
                  Stream.of("tokens.css", "layout.css", "parts.css")
                      .map(PageFiles::text)
                      .collect(Collectors.joining("\n"))));
      default -> read(ASSETS + name);
    };
  }

  private static String text(String name) {
    return read(ASSETS + name)
        .map(Bytes::toText)
        .orElseThrow(() -> new IllegalStateException("The page has no " + name));
  }

  private static Optional<Bytes> read(String name) {
    try (InputStream in = PageFiles.class.getResourceAsStream(FOLDER + name)) {
      return in == null ? Optional.empty() : Optional.of(Bytes.of(in.readAllBytes()));
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
