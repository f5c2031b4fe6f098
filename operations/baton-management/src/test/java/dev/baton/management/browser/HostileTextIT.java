package dev.baton.management.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.limit.Limit;
import dev.baton.management.access.Principal;
import dev.baton.operate.cluster.Pause;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests 200 texts that look like programs in all stored and shown fields. Each is shown as written,
 * no dialog opens, and the browser reports no violated policy.
 */
@Tag("deep")
@ExtendWith(SharedBrowser.class)
class HostileTextIT {
  private static final List<String> WORDS = HostileTexts.texts(118);
  private static final List<String> STATES = HostileTexts.texts(60);

  /** Opens a view, reads it to its last page, and returns all texts. */
  private static final String VISIT =
      """
      const main = document.getElementById('main');
      const settled = async (address) => {
        for (let tries = 0; tries < 2000; tries++) {
          if (main.dataset.shown === address && !main.hasAttribute('aria-busy')) return;
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
        throw new Error(address + ' is never shown, but ' + main.textContent.slice(0, 500));
      };
      const strange = 'script, img, iframe, object, embed, style, link, base, meta, video, math,'
        + ' template, [style], [onclick], [onerror], form[action], a:not([href^="#/"])';
      const visit = async (hash) => {
        location.hash = hash;
        let said = '';
        for (let pages = 0; pages < 50; pages++) {
          await settled(location.hash);
          const found = main.querySelector(strange);
          if (found) throw new Error('not built by the page: ' + found.nodeName);
          said += main.textContent + '\\n'
            + [...main.querySelectorAll('input, textarea')].map((one) => one.value).join('\\n');
          const next = main.querySelector('.pager [data-key=next]');
          if (!next) return said;
          next.click();
          await new Promise((resolve) => addEventListener('hashchange', () => setTimeout(resolve), { once: true }));
        }
        throw new Error(hash + ' has no last page');
      };
      """;

  /** Every fourth task: its error contains four texts, and each text is also in another field. */
  private static final String EACH_TASK =
      """
      const [ids, words] = arguments_;
      const wrong = [];
      for (let i = 0; i < ids.length; i += 4) {
        const said = await visit('#/tasks/' + ids[i]);
        for (const word of words.slice(i, i + 4)) {
          if (said.split(word).length < 4) wrong.push([word, 'not three times in', said]);
        }
      }
      return wrong;
      """;

  /** A task that reports progress, and a task that waits for a limit. */
  private static final String BOTH =
      """
      const [runs, waits, word] = arguments_;
      const wrong = [];
      for (const id of [runs, waits]) {
        const said = await visit('#/tasks/' + id);
        if (!said.includes(word)) wrong.push([id, word, 'not in', said]);
      }
      return wrong;
      """;

  private static final String EACH_VIEW =
      """
      const wrong = [];
      for (const view of ['#/types/', '#/schedules/', '#/tasks?key=']) {
        const said = await visit(view + encodeURIComponent(arguments_[0]));
        if (!said.includes(arguments_[0])) wrong.push([view, arguments_[0], 'not in', said]);
      }
      return wrong;
      """;

  private static final int AT_ONCE = 100;

  /** One of this many tasks has a limit or progress. */
  private static final int SAMPLED = 10;

  private static final CountDownLatch ENDED = new CountDownLatch(1);
  private static Service service;
  private static final List<UUID> IN_ERROR = new ArrayList<>();
  private static final List<UUID> HELD = new ArrayList<>();
  private static final List<UUID> RUNNING = new ArrayList<>();
  private static final List<UUID> LIMITED = new ArrayList<>();

  @BeforeAll
  static void store(Browser browser) throws Exception {
    service = Service.start("<script>alert('node')</script>", limited());
    service.isAskedBy(Principal.of("<img src=x onerror=alert('who')>"));
    service.partnerIsAway(true);
    List<TaskRequest<?, ?>> failing = new ArrayList<>();
    List<TaskRequest<?, ?>> held = new ArrayList<>();
    for (int i = 0; i < HostileTexts.MANY; i++) {
      String word = WORDS.get(i);
      String next = word(i + 1);
      String error = String.join(" and ", word, next, word(i + 2), word(i + 3));
      failing.add(
          TaskType.of(Service.PAY, Bytes.class).with(Bytes.of(error)).key(word).subType(next));
      held.add(TaskType.of(word, Bytes.class).with(Bytes.of(word)).state(STATES.get(i)).onHold());
      service.schedule(word);
    }
    service.baton.tasks().addAll(failing).forEach(added -> IN_ERROR.add(added.taskId()));
    service.baton.tasks().addAll(held).forEach(added -> HELD.add(added.taskId()));
    IN_ERROR.forEach(id -> service.awaitStatus(id, Status.ERROR));
    for (int i = 0; i < HostileTexts.MANY; i++) {
      UUID id = IN_ERROR.get(i);
      String word = WORDS.get(i);
      service
          .baton
          .operations()
          .by(word(i + 2), word(i + 3))
          .task(id)
          .ifUnchangedSince(service.version(id))
          .prioritize(4);
      service.baton.cluster().pause(Pause.key(word, word), word);
    }
    run();
    browser.open(service.url());
    browser.await("document.getElementById('main').dataset.shown !== undefined");
  }

  private static String word(int number) {
    return WORDS.get(number % HostileTexts.MANY);
  }

  /** Returns types with a limit of one slot. Limits and progress have hostile texts. */
  private static TaskDefinition<?, ?>[] limited() {
    List<TaskDefinition<?, ?>> definitions = new ArrayList<>();
    for (int i = 0; i < HostileTexts.MANY; i += SAMPLED) {
      String word = WORDS.get(i);
      definitions.add(
          RawDefinition.of(
                  "RUNS-" + i,
                  attempt -> {
                    attempt.progress(0.5, word);
                    ENDED.await();
                    return Outcome.done();
                  })
              .limits(Limit.cluster(word, 1).perKey()));
    }
    return definitions.toArray(TaskDefinition<?, ?>[]::new);
  }

  /** The first task of each type runs, and the second waits for its slot. */
  private static void run() {
    for (int i = 0; i < HostileTexts.MANY; i += SAMPLED) {
      RUNNING.add(service.add(TaskRequest.of(TaskType.of("RUNS-" + i)).key(word(i + 1))));
    }
    RUNNING.forEach(id -> service.awaitStatus(id, Status.RUNNING));
    for (int i = 0; i < HostileTexts.MANY; i += SAMPLED) {
      LIMITED.add(service.add(TaskRequest.of(TaskType.of("RUNS-" + i)).key(word(i + 1))));
    }
    RUNNING.forEach(service::awaitProgress);
  }

  private static List<String> sampled(int offset) {
    return IntStream.range(0, HostileTexts.MANY / SAMPLED)
        .mapToObj(i -> word(i * SAMPLED + offset))
        .toList();
  }

  @AfterAll
  static void stop() {
    ENDED.countDown();
    if (service != null) {
      service.close();
    }
  }

  @AfterEach
  void nothingHappened(Browser browser) {
    // An open dialog makes every command fail.
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void listsShowTheTextsUnchanged(Browser browser) {
    assertThat(visit(browser, "#/tasks?status=ERROR")).contains(WORDS);
    assertThat(visit(browser, "#/tasks?status=BLOCKED")).contains(WORDS);
  }

  @Test
  void eachTaskShowsTheTextsUnchanged(Browser browser) {
    List<String> wrong = new ArrayList<>();
    for (int from = 0; from < HostileTexts.MANY; from += AT_ONCE) {
      List<UUID> ids = IN_ERROR.subList(from, from + AT_ONCE);
      List<String> words = WORDS.subList(from, from + AT_ONCE);
      browser.promised(VISIT + EACH_TASK, ids, words).forEach(one -> wrong.add(one.toString()));
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void payloadsAreShownUnchanged(Browser browser) {
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < HostileTexts.MANY; i += 20) {
      visit(browser, "#/tasks/" + HELD.get(i));
      browser.run("document.querySelector('.content button').click()");
      browser.await("document.querySelector('.content pre')");
      String said =
          browser.run("return document.querySelector('.content pre').textContent").stringValue();
      if (!said.equals(WORDS.get(i))) {
        wrong.add(WORDS.get(i) + " became " + said);
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void limitsAndProgressAreShownUnchanged(Browser browser) {
    assertThat(visit(browser, "#/limits")).contains(sampled(0)).contains(sampled(1));
    assertThat(visit(browser, "#/")).contains(sampled(0)).contains(sampled(1));
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < RUNNING.size(); i++) {
      browser
          .promised(VISIT + BOTH, RUNNING.get(i), LIMITED.get(i), word(i * SAMPLED))
          .forEach(one -> wrong.add(one.toString()));
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void otherViewsShowTheTextsUnchanged(Browser browser) {
    assertThat(visit(browser, "#/types")).contains(WORDS);
    assertThat(visit(browser, "#/schedules")).contains(WORDS);
    assertThat(visit(browser, "#/audit")).contains(WORDS);
    assertThat(visit(browser, "#/nodes")).contains("<script>alert('node')</script>");
    assertThat(visit(browser, "#/")).contains("<script>alert('node')</script>");
    assertThat(browser.run("return document.getElementById('who').textContent").stringValue())
        .isEqualTo("<img src=x onerror=alert('who')>");
  }

  @Test
  void textsThatNameAViewOpenTheirOwnView(Browser browser) {
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < HostileTexts.MANY; i += 20) {
      browser.promised(VISIT + EACH_VIEW, WORDS.get(i)).forEach(one -> wrong.add(one.toString()));
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void bidirectionalCharactersAreShownWithoutEffect(Browser browser) {
    visit(browser, "#/tasks?key=" + encoded("\u202Etxt.exe"));
    String about =
        """
        const odd = document.querySelector('#main td .odd[data-point="U+202E"]');
        const style = getComputedStyle(odd, '::before');
        return [odd.textContent, style.content, getComputedStyle(odd).unicodeBidi].join(' ');
        """;
    assertThat(browser.run(about).stringValue()).isEqualTo("\u202E \"U+202E\" isolate");
  }

  @Test
  void hiddenCharactersLaterInATextAreShown(Browser browser) {
    visit(browser, "#/tasks?key=" + encoded("pay\uDB40\uDC41out"));
    String shown = "return String(!!document.querySelector('#main td [data-point=\"U+E0041\"]'));";
    assertThat(browser.run(shown).stringValue()).isEqualTo("true");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String visit(Browser browser, String hash) {
    return browser.promised(VISIT + "return visit(arguments_[0]);", hash).stringValue();
  }
}
