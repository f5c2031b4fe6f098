package dev.baton.management.browser;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Queries that work on every view. */
final class Dashboard {
  /** An expression that is true if the view of the address was loaded and is shown. */
  static final String SHOWN =
      "document.getElementById('main').dataset.shown === location.hash"
          + " && !document.getElementById('main').hasAttribute('aria-busy')";

  /** Controls without a name, tables without headers, and other faults for a screen reader. */
  private static final String INACCESSIBLE =
      """
      const wrong = [];
      const name = (e) => (e.getAttribute('aria-label') ?? '').trim()
        || (e.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join('').trim()
        || [...(e.labels ?? [])].map((l) => l.textContent).join('').trim()
        || e.textContent.trim();
      const tell = (why, e) => wrong.push(why + ': ' + e.cloneNode(false).outerHTML);
      for (const e of document.querySelectorAll('input, select, textarea')) {
        if (!(e.getAttribute('aria-label') ?? '').trim() && ![...(e.labels ?? [])].some((l) => l.textContent.trim())) tell('no label', e);
      }
      for (const e of document.querySelectorAll('button, a[href], summary, [role=group], form[role=search], nav')) {
        if (!name(e)) tell('no name', e);
      }
      for (const e of document.querySelectorAll('[role=img]')) if (!e.getAttribute('aria-label')) tell('no words', e);
      for (const t of document.querySelectorAll('table')) {
        if (!t.caption?.textContent.trim()) tell('no caption', t);
        const heads = [...t.querySelectorAll('thead th')];
        if (!heads.length || heads.some((h) => h.scope !== 'col' || (!h.textContent.trim() && !h.querySelector('[aria-label]')))) tell('no headers', t);
        for (const row of t.querySelectorAll('tbody tr')) if (row.cells.length !== heads.length) tell('uneven row', row);
      }
      const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
      for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) wrong.push('two with the id ' + id);
      for (const e of document.querySelectorAll('[aria-labelledby], [aria-describedby], [aria-controls]')) {
        for (const id of ['aria-labelledby', 'aria-describedby', 'aria-controls'].flatMap((a) => (e.getAttribute(a) ?? '').split(' ').filter(Boolean))) {
          if (!document.getElementById(id)) tell('names ' + id + ', which isn’t there', e);
        }
      }
      if (document.querySelectorAll('h1').length !== 1) wrong.push('not one h1');
      for (const tag of ['header', 'nav', 'main']) if (!document.querySelector(tag)) wrong.push('no ' + tag);
      if (!document.documentElement.lang) wrong.push('no language');
      return wrong;
      """;

  /** Texts whose contrast with their background is below WCAG AA. */
  private static final String PALE =
      """
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      const known = new Map();
      const rgba = (color) => {
        if (!known.has(color)) {
          canvas.clearRect(0, 0, 1, 1);
          canvas.fillStyle = color;
          canvas.fillRect(0, 0, 1, 1);
          const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
          known.set(color, [r, g, b, a / 255]);
        }
        return known.get(color);
      };
      const over = (top, under) => [0, 1, 2].map((i) => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
      const ground = (e) => {
        if (!e) return [255, 255, 255, 1];
        const own = rgba(getComputedStyle(e).backgroundColor);
        return own[3] === 1 ? own : over(own, ground(e.parentElement));
      };
      const light = (c) => {
        const [r, g, b] = c.map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const pale = new Set();
      const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) {
        const e = walk.currentNode.parentElement;
        if (!walk.currentNode.data.trim() || !e.checkVisibility() || e.closest('option, datalist, noscript')) continue;
        const back = ground(e);
        const front = over(rgba(getComputedStyle(e).color), back);
        const [high, low] = [light(front), light(back)].sort((a, b) => b - a);
        const contrast = (high + 0.05) / (low + 0.05);
        if (contrast < 4.5) pale.add(contrast.toFixed(2) + ' ' + e.nodeName + '.' + e.className + ': ' + walk.currentNode.data.slice(0, 40));
      }
      return [...pale];
      """;

  private static final String WIDE =
      """
      if (document.documentElement.scrollWidth <= innerWidth) return [];
      return [...document.querySelectorAll('body *')]
        .filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
        .map((e) => e.nodeName + '.' + (e.getAttribute('class') ?? '') + ' ' + Math.round(e.getBoundingClientRect().right));
      """;

  private Dashboard() {}

  static List<String> inaccessible(Browser browser) {
    return strings(browser.run(INACCESSIBLE));
  }

  static List<String> paleTexts(Browser browser) {
    return strings(browser.run(PALE));
  }

  static List<String> widerThanTheScreen(Browser browser) {
    return strings(browser.run(WIDE));
  }

  /** Returns the errors that the view shows. */
  static List<String> notices(Browser browser) {
    return strings(
        browser.run("return [...document.querySelectorAll('.notice')].map((n) => n.textContent)"));
  }

  private static List<String> strings(JsonNode list) {
    List<String> strings = new ArrayList<>();
    list.forEach(one -> strings.add(one.stringValue()));
    return strings;
  }
}
