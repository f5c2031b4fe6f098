package dev.baton.management.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests that the name of each asset changes with its content. */
class PageFilesTest {
  private static final Pattern SCRIPT = Pattern.compile("/baton/assets/(page-[0-9a-f]{12}\\.js)");

  private final PageFiles files = new PageFiles();

  private String script() {
    Matcher named = SCRIPT.matcher(files.index("/baton").orElseThrow().body().toText());
    assertThat(named.find()).isTrue();
    return named.group(1);
  }

  @Test
  void namedAssetsAreCachedUntilTheyChange() {
    Response script = files.asset(script(), null).orElseThrow();
    assertThat(script.status()).isEqualTo(200);
    assertThat(script.header("Content-Type")).isEqualTo("text/javascript; charset=utf-8");
    assertThat(script.header("Cache-Control")).contains("immutable");
    assertThat(StrictHeaders.on(script).header("Cache-Control")).contains("immutable");

    Response again = files.asset(script(), script.header("ETag")).orElseThrow();
    assertThat(again.status()).isEqualTo(304);
    assertThat(again.body().length()).isZero();
  }

  @Test
  void pageOfAnotherVersionGetsCurrentAssetsUncached() {
    Response other = files.asset("page-0123456789ab.js", null).orElseThrow();
    assertThat(other.body()).isEqualTo(files.asset(script(), null).orElseThrow().body());
    assertThat(StrictHeaders.on(other).header("Cache-Control")).isEqualTo("no-store");
    assertThat(files.asset("page-0123456789ab.exe", null)).isEmpty();
    assertThat(files.asset("none-0123456789ab.js", null)).isEqualTo(Optional.empty());
  }

  @Test
  void modulesAreBundledInDependencyOrder() {
    Map<String, String> sources =
        Map.of(
            "main.js",
                "import { show } from './views/a.js';\nimport * as b from './b.js';\nshow();",
            "views/a.js", "import { B } from '../b.js';\nexport function show() {}",
            "b.js", "export const B = 1;\nexport async function c() {}\nexport class D {}");
    assertThat(ScriptBundle.of("main.js", sources::get))
        .isEqualTo(
            """
            // b.js
            const $3 = (() => {
            const B = 1;
            async function c() {}
            class D {}
            return { B, c, D };
            })();
            // views/a.js
            const $2 = (() => {
            const { B } = $3;
            function show() {}
            return { show };
            })();
            // main.js
            const { show } = $2;
            const b = $3;
            show();\
            """);
  }

  @Test
  void unsupportedModuleCodeIsRefused() {
    Map<String, String> circle =
        Map.of("a.js", "import { b } from './b.js';", "b.js", "import { a } from './a.js';");
    assertThatThrownBy(() -> ScriptBundle.of("a.js", circle::get)).hasMessageContaining("itself");
    Map<String, String> strange = Map.of("a.js", "export default 7;");
    assertThatThrownBy(() -> ScriptBundle.of("a.js", strange::get)).hasMessageContaining("default");
  }
}
