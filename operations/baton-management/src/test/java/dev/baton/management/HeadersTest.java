package dev.baton.management;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class HeadersTest {
  private static final Served SERVED = Served.inMemory();

  @AfterAll
  static void close() {
    SERVED.close();
  }

  @Test
  void everyResponseHasStrictHeaders() {
    UUID id = SERVED.waiting();
    for (Answer answer :
        List.of(
            SERVED.get(""),
            SERVED.get("/tasks"),
            SERVED.get("/tasks/" + id),
            SERVED.get("/tasks/" + id + "/payload"),
            SERVED.get("/tasks?limit=x"),
            SERVED.get("/nothing"),
            SERVED.post("/tasks/" + id, "{}"),
            SERVED.act(id, "hold", "{}"),
            page("/baton"),
            page("/baton/"),
            page("/baton/assets/none.js"),
            page("/baton/other"),
            page("/batonish"))) {
      assertStrict(answer);
    }
  }

  private static void assertStrict(Answer answer) {
    assertThat(answer.header("Content-Security-Policy"))
        .as(answer.toString())
        .isEqualTo(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                + " connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none';"
                + " frame-ancestors 'none'");
    assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
    assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(answer.header("Referrer-Policy")).isEqualTo("no-referrer");
    assertThat(answer.header("Content-Type")).isNotEmpty();
  }

  @Test
  void pageHasItsPrefixAndNoInlineScriptOrStyle() {
    Answer page = page("/baton");
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
    assertThat(page.text()).contains("/baton/").doesNotContain("{{");
    assertThat(page.text())
        .doesNotContainPattern("<script(?![^>]*\\ssrc=)|<style|\\son\\w+=|style=");
    assertThat(page("/baton/").text()).isEqualTo(page.text());
  }

  @Test
  void onlyAssetsAreServedFromTheClassPath() {
    for (String path :
        List.of(
            "/baton/assets/../index.html",
            "/baton/assets/%2e%2e/index.html",
            "/baton/assets/..%2findex.html",
            "/baton/assets/",
            "/baton/assets/.hidden.js",
            "/baton/assets//etc/passwd.txt",
            "/baton/assets/../../version.properties",
            "/baton/version.properties",
            "/baton/index.html",
            "/baton/mcp")) {
      assertThat(page(path).status()).as(path).isEqualTo(404);
    }
  }

  @Test
  void headReturnsTheHeadersOfGet() {
    UUID id = SERVED.waiting();
    Answer head =
        Served.send(SERVED.request("/tasks/" + id).method("HEAD", BodyPublishers.noBody()));
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.header("ETag")).isEqualTo("\"1\"");
    assertThat(head.text()).isEmpty();
    assertStrict(head);
  }

  @Test
  void pageAllowsOnlyReads() {
    Answer answer =
        Served.send(HttpRequest.newBuilder(SERVED.uri()).POST(BodyPublishers.ofString("")));
    assertThat(answer.status()).isEqualTo(405);
    assertThat(answer.header("Allow")).isEqualTo("GET, HEAD");
  }

  private static Answer page(String path) {
    return Served.send(HttpRequest.newBuilder(SERVED.uri().resolve("/")).uri(at(path)));
  }

  private static URI at(String path) {
    return URI.create("http://" + SERVED.uri().getAuthority() + path);
  }
}
