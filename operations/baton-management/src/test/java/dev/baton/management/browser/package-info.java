/**
 * Tests of the page in a real Chromium, with the real server and engine. The tests control the
 * browser by the W3C WebDriver protocol over the JDK's HTTP client: the few commands need less code
 * than a client library has dependencies. ChromeDriver comes with the browser, so their versions
 * always match.
 */
package dev.baton.management.browser;
